import Foundation
import Synchronization

/// The requests that wait for changes at this server. None of them holds a connection or a transaction of the database.
package final class Waits: Sendable {
    private struct State {
        /// Of each person, the oldest first.
        var waits: [UUID: [Wait]] = [:]
        var count = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    init() {}

    /// How many there are.
    package var count: Int { state.withLock { $0.count } }

    /// Registers a request of somebody, who is woken from now on. Of too many of one person the oldest ends.
    /// - Returns: nil where too many wait on this server.
    func begin(_ personID: UUID) -> Wait? {
        let (wait, oldest): (Wait?, Wait?) = state.withLock { state in
            let mine = state.waits[personID] ?? []
            let oldest = mine.count >= SyncRules.waitsOfPerson ? mine.first : nil
            guard oldest != nil || state.count < SyncRules.waits else { return (nil, nil) }
            let wait = Wait(hasEnded: state.hasEnded)
            state.waits[personID] = mine.dropFirst(oldest == nil ? 0 : 1) + [wait]
            if oldest == nil { state.count += 1 }
            return (wait, oldest)
        }
        oldest?.signal(.ended)
        return wait
    }

    /// Takes a request off the list, however it ended.
    func finish(_ wait: Wait, of personID: UUID) {
        state.withLock { state in
            guard var mine = state.waits[personID], let index = mine.firstIndex(where: { $0 === wait }) else { return }
            mine.remove(at: index)
            state.count -= 1
            state.waits[personID] = mine.isEmpty ? nil : mine
        }
    }

    /// Has these people's requests look again.
    func wake(_ people: Set<UUID>) {
        let woken = state.withLock { state in state.waits.isEmpty ? [] : people.flatMap { state.waits[$0] ?? [] } }
        for wait in woken { wait.signal(.woken) }
    }

    /// Ends all requests, and those that come from now on.
    func end() {
        let all = state.withLock { state in
            state.hasEnded = true
            return state.waits.values.flatMap { $0 }
        }
        for wait in all { wait.signal(.ended) }
    }
}

/// One request that waits.
package final class Wait: Sendable {
    /// What a request waits for.
    enum Signal: Sendable {
        /// Something may have changed.
        case woken
        /// It has waited as long as it wanted.
        case timeUp
        /// It is to be answered as it is.
        case ended
    }

    private struct State {
        var signal: Signal?
        var continuation: CheckedContinuation<Signal, Never>?
    }

    private let state: Mutex<State>

    init(hasEnded: Bool) {
        state = Mutex(State(signal: hasEnded ? .ended : nil))
    }

    /// Waits until something happens, which may have happened already since this was asked last.
    func next(until deadline: ContinuousClock.Instant) async -> Signal {
        // Not a task that sleeps, which takes several times the memory.
        let alarm = DispatchSource.makeTimerSource()
        alarm.schedule(deadline: .now() + (deadline - .now) / .seconds(1), leeway: .milliseconds(50))
        alarm.setEventHandler { [weak self] in self?.signal(.timeUp) }
        alarm.activate()
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let signal = state.withLock { state in
                    if state.signal == nil { state.continuation = continuation }
                    return take(&state)
                }
                if let signal { continuation.resume(returning: signal) }
            }
        } onCancel: {
            signal(.ended)
        }
    }

    /// Once ended it stays so.
    func signal(_ signal: Signal) {
        let continuation = state.withLock { state in
            if state.signal != .ended { state.signal = signal }
            guard let continuation = state.continuation.take() else { return nil as CheckedContinuation<Signal, Never>? }
            _ = take(&state)
            return continuation
        }
        continuation?.resume(returning: signal)
    }

    private func take(_ state: inout State) -> Signal? {
        defer { if state.signal != .ended { state.signal = nil } }
        return state.signal
    }
}
