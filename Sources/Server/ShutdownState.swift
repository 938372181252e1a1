import Synchronization

/// Records whether the server is about to shut down. If so, the health endpoints return 503, so that a load balancer
/// stops sending requests.
final class ShutdownState: Sendable {
    private let begun = Atomic(false)

    var hasBegun: Bool { begun.load(ordering: .relaxed) }

    func begin() { begun.store(true, ordering: .relaxed) }
}
