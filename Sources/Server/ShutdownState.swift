import Synchronization

/// Whether the server is about to end. What stands in front of it asks for its health, and is told to send nothing more.
final class ShutdownState: Sendable {
    private let begun = Atomic(false)

    var hasBegun: Bool { begun.load(ordering: .relaxed) }

    func begin() { begun.store(true, ordering: .relaxed) }
}
