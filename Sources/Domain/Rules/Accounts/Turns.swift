import Foundation
import Synchronization

/// Lets each person have a few requests under way at once, so that one of them doesn't take all connections to the database from the
/// others; what comes beyond waits, first come, first served.
package final class Turns: Sendable {
    /// How many of one person's requests are answered at once.
    static let limit = 4

    /// With nothing under way.
    package init() {}

    private struct Line {
        var running = 0
        var waiting: [(ticket: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []

        /// Takes a turn, where there is one.
        mutating func enter() -> Bool {
            guard running < Turns.limit else { return false }
            running += 1
            return true
        }
    }

    private struct State {
        var lines: [UUID: Line] = [:]
        var lastTicket: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How many requests wait.
    var waitingCount: Int { state.withLock { state in state.lines.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Does the work when it is the person's turn.
    /// - Throws: `CancellationError` where the task is cancelled while it waits; else what the work throws.
    package func take<Result>(_ personID: UUID, _ work: () async throws -> Result) async throws -> Result {
        try await begin(personID)
        defer { end(personID) }
        return try await work()
    }

    private func begin(_ personID: UUID) async throws {
        let ticket: UInt64? = state.withLock { state in
            if state.lines[personID, default: Line()].enter() { return nil }
            state.lastTicket += 1
            return state.lastTicket
        }
        guard let ticket else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(personID, ticket, $0) }
        } onCancel: {
            withdraw(ticket, of: personID)
        }
    }

    private enum Decision {
        case go
        case wait
        case leave
    }

    /// A turn may have come free since the ticket was taken. Whether the task was cancelled is asked under the lock: one cancelled before
    /// has found nothing to withdraw, one cancelled later will.
    private func wait(_ personID: UUID, _ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>) {
        let decision: Decision = state.withLock { state in
            if Task.isCancelled { return .leave }
            if state.lines[personID, default: Line()].enter() { return .go }
            state.lines[personID, default: Line()].waiting.append((ticket, continuation))
            return .wait
        }
        switch decision {
        case .go: continuation.resume()
        case .wait: break
        case .leave: continuation.resume(throwing: CancellationError())
        }
    }

    /// Gives the turn to the next in line.
    private func end(_ personID: UUID) {
        let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard var line = state.lines.removeValue(forKey: personID) else { return nil }
            let next = line.waiting.isEmpty ? nil : line.waiting.removeFirst().continuation
            if next == nil { line.running -= 1 }
            if line.running > 0 { state.lines[personID] = line }
            return next
        }
        next?.resume()
    }

    private func withdraw(_ ticket: UInt64, of personID: UUID) {
        let withdrawn: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard let index = state.lines[personID]?.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
            return state.lines[personID]?.waiting.remove(at: index).continuation
        }
        withdrawn?.resume(throwing: CancellationError())
    }
}
