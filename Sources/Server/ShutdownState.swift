import Synchronization

/// Records whether the server is about to shut down. From then on, the health checks return 503, so that a load
/// balancer sends no new requests.
final class ShutdownState: Sendable {
    private let begun = Atomic(false)

    var hasBegun: Bool { begun.load(ordering: .relaxed) }

    func begin() { begun.store(true, ordering: .relaxed) }
}
