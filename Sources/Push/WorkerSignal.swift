import Foundation
import Synchronization

/// Wakes a worker while it rests, and stops it. Any thread can do both.
final class WorkerSignal: Sendable {
    /// The shortest and the longest rest, in seconds. The longest limits how late the worker is if a wake-up was lost. It
    /// also limits the time until the leases of dead workers are taken over.
    private static let (shortest, longest): (TimeInterval, TimeInterval) = (0.05, 20)

    private let stopped = Mutex(false)
    private let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var isStopped: Bool { stopped.withLock { $0 } }

    func stop() {
        stopped.withLock { $0 = true }
        wake()
    }

    /// Ends the worker's rest; if it doesn't rest now, its next one.
    func wake() {
        continuation.yield()
    }

    /// Rests until the worker is woken or stopped, its task is cancelled, or the time is over.
    /// - Parameter seconds: nil for the longest rest.
    func rest(_ seconds: TimeInterval?) async {
        let timer = Task {
            try await Task.sleep(for: .seconds(min(max(seconds ?? Self.longest, Self.shortest), Self.longest)))
            wake()
        }
        var iterator = wakeUps.makeAsyncIterator()
        await iterator.next()
        timer.cancel()
    }
}
