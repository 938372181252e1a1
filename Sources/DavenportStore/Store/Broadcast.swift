import Foundation
import Locking

/// Sends elements to any number of readers, each with a stream of its own. When the broadcast is freed, the streams
/// end.
final class Broadcast<Element: Sendable>: Sendable {
    private let readers = Lock<[UUID: AsyncStream<Element>.Continuation]>([:])

    /// Adds a reader.
    /// - Parameters:
    ///   - first: the element that the reader gets before all others.
    ///   - policy: what is buffered for a slow reader.
    func stream(first: Element?, policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded) -> AsyncStream<Element> {
        let (stream, reader) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let id = UUID()
        if let first { reader.yield(first) }
        readers.withLock { $0[id] = reader }
        reader.onTermination = { [weak self] _ in self?.readers.withLock { $0[id] = nil } }
        return stream
    }

    func send(_ element: Element) {
        for reader in readers.withLock({ $0.values.map { $0 } }) { reader.yield(element) }
    }

    deinit {
        // Outside of the lock, because a stream that ends takes the lock to remove itself.
        for reader in readers.withLock({ $0.values.map { $0 } }) { reader.finish() }
    }
}
