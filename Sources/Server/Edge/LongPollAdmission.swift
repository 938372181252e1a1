import Foundation
import Synchronization

/// Limits how many long polls begin at the same time, because thousands can arrive at once, for example after a
/// restart.
///
/// If all of them began at once, their memory would fragment the heap. If the running ones are slow, `places` more
/// begin beside them after each `waitLimit`, so a waiting request always makes progress.
final class LongPollAdmission: Sendable {
    private struct State {
        var running = 0
        /// Counts how often the limiter stopped waiting for the requests that were running.
        var generation: UInt64 = 0
        var waiting: [CheckedContinuation<UInt64, Never>] = []
        var isTicking = false

        /// Removes and returns the next request that may begin; nil if none may.
        mutating func next(_ places: Int) -> CheckedContinuation<UInt64, Never>? {
            guard running < places, !waiting.isEmpty else { return nil }
            running += 1
            return waiting.removeFirst()
        }
    }

    private let state = Mutex(State())
    private let places: Int
    private let waitLimit: DispatchTimeInterval
    private static let queue = DispatchQueue(label: "long poll admission")

    /// - Parameters:
    ///   - places: the number of requests that begin at once.
    ///   - waitLimit: the time after which as many more begin, even if the earlier ones still run.
    init(places: Int = 32, waitLimit: DispatchTimeInterval = .milliseconds(100)) {
        (self.places, self.waitLimit) = (places, waitLimit)
    }

    /// Waits for a place and runs the work.
    func take<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        let generation = await begin()
        defer { end(generation) }
        return try await work()
    }

    private func begin() async -> UInt64 {
        let generation: UInt64? = state.withLock { state in
            guard state.running < places else { return nil }
            state.running += 1
            return state.generation
        }
        if let generation { return generation }
        return await withCheckedContinuation { continuation in
            let (next, ticks) = state.withLock { state in
                state.waiting.append(continuation)
                let ticks = !state.isTicking
                state.isTicking = true
                return (state.next(places).map { ($0, state.generation) }, ticks)
            }
            if let (next, generation) = next { next.resume(returning: generation) }
            if ticks { tick() }
        }
    }

    private func end(_ generation: UInt64) {
        let next = state.withLock { state in
            if generation == state.generation { state.running -= 1 }
            return state.next(places).map { ($0, state.generation) }
        }
        if let (next, generation) = next { next.resume(returning: generation) }
    }

    private func tick() {
        Self.queue.asyncAfter(deadline: .now() + waitLimit) { [self] in
            let (all, generation, goesOn) = state.withLock { state in
                (state.running, state.generation) = (0, state.generation + 1)
                var all: [CheckedContinuation<UInt64, Never>] = []
                while let next = state.next(places) { all.append(next) }
                state.isTicking = !state.waiting.isEmpty
                return (all, state.generation, state.isTicking)
            }
            for next in all { next.resume(returning: generation) }
            if goesOn { tick() }
        }
    }
}
