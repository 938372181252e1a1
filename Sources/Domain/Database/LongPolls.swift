import Foundation
import Synchronization

/// The requests that long-poll for changes at this server. A waiting request holds no connection and no transaction of
/// the database.
package final class LongPolls: Sendable {
    private struct State {
        /// The long polls of each user, oldest first.
        var longPolls: [UUID: [LongPoll]] = [:]
        var count = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    init() {}

    /// The number of long polls.
    package var count: Int { state.withLock { $0.count } }

    /// Registers a long poll of a user. Every change from now on wakes it. If the user has too many, the oldest one ends.
    ///
    /// - Parameter time: the longest time that it waits.
    /// - Returns: nil if the server has too many long polls.
    func begin(_ personID: UUID, for time: Duration) -> LongPoll? {
        let (wait, oldest): (LongPoll?, LongPoll?) = state.withLock { state in
            let mine = state.longPolls[personID] ?? []
            let oldest = mine.count >= SyncRules.longPollsPerUser ? mine.first : nil
            guard oldest != nil || state.count < SyncRules.longPolls else { return (nil, nil) }
            let wait = LongPoll(of: personID, at: self, for: time)
            if state.hasEnded { wait.end(.ended) }
            state.longPolls[personID] = mine.dropFirst(oldest == nil ? 0 : 1) + [wait]
            if oldest == nil { state.count += 1 }
            return (wait, oldest)
        }
        oldest?.end(.ended)
        return wait
    }

    /// Removes a long poll from the list. It does nothing if the long poll is no longer there.
    fileprivate func finish(_ wait: LongPoll, of personID: UUID) {
        state.withLock { state in
            guard var mine = state.longPolls[personID], let index = mine.firstIndex(where: { $0 === wait }) else { return }
            mine.remove(at: index)
            state.count -= 1
            state.longPolls[personID] = mine.isEmpty ? nil : mine
        }
    }

    /// Wakes the long polls of these users, so that they check for changes.
    func wake(_ people: Set<UUID>) {
        let woken = state.withLock { state in state.longPolls.isEmpty ? [] : people.flatMap { state.longPolls[$0] ?? [] } }
        for wait in woken { wait.wake() }
    }

    /// Ends all long polls, and any that begin later.
    func end() {
        let all = state.withLock { state in
            state.hasEnded = true
            return state.longPolls.values.flatMap { $0 }
        }
        for wait in all { wait.end(.ended) }
    }
}

/// One request that waits for a change.
///
/// While it waits, the server holds nothing else for the request. When it is over, the server answers the request anew.
package final class LongPoll: Sendable {
    /// Why a long poll stops waiting.
    enum End: Sendable {
        /// It has waited for its full time and checks for changes once more.
        case timeUp
        /// It is answered at once with what it found last.
        case ended
    }

    private struct State {
        var isWoken = false
        var end: End?
        var alarm: (any DispatchSourceTimer)?
        var goOn: (@Sendable () -> Void)?

        /// Returns whether there is a reason to continue, and clears a wake-up.
        mutating func take() -> Bool {
            defer { isWoken = false }
            return isWoken || end != nil
        }
    }

    private let state = Mutex(State())
    private let personID: UUID
    private let longPolls: LongPolls

    fileprivate init(of personID: UUID, at longPolls: LongPolls, for time: Duration) {
        (self.personID, self.longPolls) = (personID, longPolls)
        state.withLock { state in
            // A timer takes a fraction of the memory of a sleeping task.
            let alarm = DispatchSource.makeTimerSource()
            alarm.schedule(deadline: .now() + time / .seconds(1), leeway: .milliseconds(50))
            alarm.setEventHandler { [weak self] in self?.end(.timeUp) }
            alarm.activate()
            state.alarm = alarm
        }
    }

    deinit { cancelAlarm() }

    /// Why it stopped waiting, or nil while it waits.
    var end: End? { state.withLock { $0.end } }

    /// Calls `goOn` once, when something may have changed or the wait has ended. If that happened since the last call,
    /// it calls it at once.
    package func whenOver(_ goOn: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            let isOver = state.take()
            if !isOver { state.goOn = goOn }
            return isOver
        }
        if isOver { goOn() }
    }

    /// Waits until something may have changed or the wait has ended. Cancelling the task ends the long poll.
    package func pause() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in whenOver { continuation.resume() } }
        } onCancel: {
            end(.ended)
        }
    }

    /// Ends the long poll because its client is gone.
    package func abandon() { end(.ended) }

    /// Removes the long poll from the list, and stops its timer.
    package func finish() {
        cancelAlarm()
        longPolls.finish(self, of: personID)
    }

    /// Makes the long poll check for changes.
    func wake() { goOn { $0.isWoken = true } }

    /// Ends the long poll. Once its end is `ended`, that stays.
    func end(_ end: End) { goOn { state in if state.end != .ended { state.end = end } } }

    private func goOn(_ change: (inout State) -> Void) {
        let goOn = state.withLock { state in
            change(&state)
            guard let goOn = state.goOn.take() else { return nil as (@Sendable () -> Void)? }
            _ = state.take()
            return goOn
        }
        goOn?()
    }

    private func cancelAlarm() { state.withLock { $0.alarm.take() }?.cancel() }
}
