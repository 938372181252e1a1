import Foundation
import Locking

/// Tells something to whoever reads along, each by a stream of their own. When it goes, the streams end.
final class Broadcast<Element: Sendable>: Sendable {
    private let readers = Lock<[UUID: AsyncStream<Element>.Continuation]>([:])

    /// A new reader.
    /// - Parameters:
    ///   - first: what it gets before all others.
    ///   - policy: what is kept for a reader that is slow.
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
        // Outside of the lock: a stream that ends takes itself off.
        for reader in readers.withLock({ $0.values.map { $0 } }) { reader.finish() }
    }
}
