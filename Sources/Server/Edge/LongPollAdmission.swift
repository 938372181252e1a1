import Foundation
import Synchronization

/// Has requests that come by the thousand at once, as after a restart, begin a few at a time. What all of them hold while they are answered
/// would leave holes everywhere in memory, between what stays. Nobody is held up for long: where those who have begun take their time,
/// others begin beside them.
final class LongPollAdmission: Sendable {
    private struct State {
        var running = 0
        /// Counts how often those who had begun were given up waiting for.
        var turn: UInt64 = 0
        var waiting: [CheckedContinuation<UInt64, Never>] = []
        var isTicking = false

        /// The next that may begin.
        mutating func next(_ places: Int) -> CheckedContinuation<UInt64, Never>? {
            guard running < places, !waiting.isEmpty else { return nil }
            running += 1
            return waiting.removeFirst()
        }
    }

    private let state = Mutex(State())
    private let places: Int
    private let waitLimit: DispatchTimeInterval
    private static let queue = DispatchQueue(label: "herd")

    /// - Parameters:
    ///   - places: how many begin at once.
    ///   - patience: after how long as many more begin, whatever became of those before.
    init(places: Int = 32, waitLimit: DispatchTimeInterval = .milliseconds(100)) {
        (self.places, self.waitLimit) = (places, waitLimit)
    }

    /// Does the work when it may begin.
    func take<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        let turn = await begin()
        defer { end(turn) }
        return try await work()
    }

    private func begin() async -> UInt64 {
        let turn: UInt64? = state.withLock { state in
            guard state.running < places else { return nil }
            state.running += 1
            return state.turn
        }
        if let turn { return turn }
        return await withCheckedContinuation { continuation in
            let (next, ticks) = state.withLock { state in
                state.waiting.append(continuation)
                let ticks = !state.isTicking
                state.isTicking = true
                return (state.next(places).map { ($0, state.turn) }, ticks)
            }
            if let (next, turn) = next { next.resume(returning: turn) }
            if ticks { tick() }
        }
    }

    private func end(_ turn: UInt64) {
        let next = state.withLock { state in
            if turn == state.turn { state.running -= 1 }
            return state.next(places).map { ($0, state.turn) }
        }
        if let (next, turn) = next { next.resume(returning: turn) }
    }

    private func tick() {
        Self.queue.asyncAfter(deadline: .now() + waitLimit) { [self] in
            let (all, turn, goesOn) = state.withLock { state in
                (state.running, state.turn) = (0, state.turn + 1)
                var all: [CheckedContinuation<UInt64, Never>] = []
                while let next = state.next(places) { all.append(next) }
                state.isTicking = !state.waiting.isEmpty
                return (all, state.turn, state.isTicking)
            }
            for next in all { next.resume(returning: turn) }
            if goesOn { tick() }
        }
    }
}
