import DavenportAPI
import Foundation
import Postgres
import Synchronization

/// Limits how many requests of one user run at once, so that no user takes all database connections.
///
/// Requests beyond the limit wait in the order of their arrival.
package final class RequestLimiter: Sendable {
    /// The maximum number of requests of one user that run at once, where nothing else is said.
    static let usual = 4

    private let limit: Int
    /// The longest time that a request waits; nil for no limit.
    private let waitLimit: Duration?

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of requests of one user that run at once.
    ///   - waitLimit: the longest time that a request waits here and then for a database connection, together.
    ///     Nil means no limit; it suits work that is slow by nature.
    package init(limit: Int = usual, waitLimit: Duration? = nil) {
        self.limit = limit
        self.waitLimit = waitLimit
    }

    private struct Waiter {
        let ticket: UInt64
        let continuation: CheckedContinuation<Void, any Error>
        /// The timer that ends the wait at its time limit; nil without a limit.
        let timer: Task<Void, Never>?
    }

    private struct Line {
        var running = 0
        var waiting: [Waiter] = []

        /// Starts a request if fewer than the limit are running, and returns whether it did.
        mutating func enter(_ limit: Int) -> Bool {
            guard running < limit else { return false }
            running += 1
            return true
        }
    }

    private struct State {
        var lines: [UUID: Line] = [:]
        var lastTicket: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The number of requests that wait for their start.
    var waitingCount: Int { state.withLock { state in state.lines.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Runs the work as soon as the number of the user's running requests is below the limit.
    ///
    /// - Parameter work: the work. Its argument is the time that the request has waited, or zero if the limiter has no
    ///   time limit.
    /// - Throws: `unavailable` if the wait reaches its limit; `CancellationError` if the task is cancelled while it
    ///   waits; any error of the work.
    package func take<Result>(_ userID: UUID, _ work: (_ waited: Duration) async throws -> Result) async throws -> Result {
        let ticket: UInt64? = state.withLock { state in
            if state.lines[userID, default: Line()].enter(limit) { return nil }
            state.lastTicket += 1
            return state.lastTicket
        }
        guard let ticket else {
            defer { end(userID) }
            return try await work(.zero)
        }
        let began = ContinuousClock.now
        let deadline = waitLimit.map { began + $0 }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(userID, ticket, until: deadline, $0) }
        } onCancel: {
            leave(ticket, of: userID, CancellationError())
        }
        defer { end(userID) }
        return try await work(waitLimit == nil ? .zero : ContinuousClock.now - began)
    }

    private enum Decision {
        case go
        case wait
        case leave
    }

    /// Adds the request to the queue, or starts it if another one has ended in the meantime.
    ///
    /// Whether the task is cancelled is checked under the lock. If it was cancelled before, its cancellation handler
    /// has found nothing to remove, so the request isn't added. If it is cancelled later, the handler removes the
    /// request.
    private func wait(
        _ userID: UUID, _ ticket: UInt64, until deadline: ContinuousClock.Instant?, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let decision: Decision = state.withLock { state in
            if Task.isCancelled { return .leave }
            if state.lines[userID, default: Line()].enter(limit) { return .go }
            let timer = deadline.map { deadline in
                Task.detached { [weak self] in
                    guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
                    self?.leave(ticket, of: userID, Problem.unavailable())
                }
            }
            state.lines[userID, default: Line()].waiting.append(Waiter(ticket: ticket, continuation: continuation, timer: timer))
            return .wait
        }
        switch decision {
        case .go: continuation.resume()
        case .wait: break
        case .leave: continuation.resume(throwing: CancellationError())
        }
    }

    /// Ends a request and starts the next one of the same user.
    private func end(_ userID: UUID) {
        let next: Waiter? = state.withLock { state in
            guard var line = state.lines.removeValue(forKey: userID) else { return nil }
            let next = line.waiting.isEmpty ? nil : line.waiting.removeFirst()
            if next == nil { line.running -= 1 }
            if line.running > 0 { state.lines[userID] = line }
            return next
        }
        next?.timer?.cancel()
        next?.continuation.resume()
    }

    private func leave(_ ticket: UInt64, of userID: UUID, _ error: any Error) {
        let left: Waiter? = state.withLock { state in
            guard let index = state.lines[userID]?.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
            return state.lines[userID]?.waiting.remove(at: index)
        }
        left?.timer?.cancel()
        left?.continuation.resume(throwing: error)
    }
}
