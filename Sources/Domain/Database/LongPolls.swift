import Foundation
import Synchronization

/// The requests that wait for changes at this server. None of them holds a connection or a transaction of the database.
package final class LongPolls: Sendable {
    private struct State {
        /// Of each person, the oldest first.
        var longPolls: [UUID: [LongPoll]] = [:]
        var count = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    init() {}

    /// How many there are.
    package var count: Int { state.withLock { $0.count } }

    /// Registers a request of somebody, who is woken from now on. Of too many of one person the oldest ends.
    /// - Parameter time: how long it wants to wait.
    /// - Returns: nil where too many wait on this server.
    func begin(_ personID: UUID, for time: Duration) -> LongPoll? {
        let (wait, oldest): (LongPoll?, LongPoll?) = state.withLock { state in
            let mine = state.longPolls[personID] ?? []
            let oldest = mine.count >= SyncRules.waitsOfPerson ? mine.first : nil
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

    /// Takes a request off the list, however it ended.
    fileprivate func finish(_ wait: LongPoll, of personID: UUID) {
        state.withLock { state in
            guard var mine = state.longPolls[personID], let index = mine.firstIndex(where: { $0 === wait }) else { return }
            mine.remove(at: index)
            state.count -= 1
            state.longPolls[personID] = mine.isEmpty ? nil : mine
        }
    }

    /// Has these people's requests look again.
    func wake(_ people: Set<UUID>) {
        let woken = state.withLock { state in state.longPolls.isEmpty ? [] : people.flatMap { state.longPolls[$0] ?? [] } }
        for wait in woken { wait.wake() }
    }

    /// Ends all requests, and those that come from now on.
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
/// Whoever answers the request lets go of everything else that it holds, and answers it anew when the long poll is over.
package final class LongPoll: Sendable {
    /// Why it waits no longer.
    enum End: Sendable {
        /// It has waited as long as it wanted, and is to look once more.
        case timeUp
        /// It is to be answered as it is.
        case ended
    }

    private struct State {
        var isWoken = false
        var end: End?
        var alarm: (any DispatchSourceTimer)?
        var goOn: (@Sendable () -> Void)?

        /// Whether there is anything to go on for, which counts once.
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
            // Not a task that sleeps, which takes several times the memory.
            let alarm = DispatchSource.makeTimerSource()
            alarm.schedule(deadline: .now() + time / .seconds(1), leeway: .milliseconds(50))
            alarm.setEventHandler { [weak self] in self?.end(.timeUp) }
            alarm.activate()
            state.alarm = alarm
        }
    }

    deinit { cancelAlarm() }

    /// Why it waits no longer; nil while it does.
    var end: End? { state.withLock { $0.end } }

    /// Goes on when something may have changed, which may have happened already since the last time, or the wait has ended.
    package func whenOver(_ goOn: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            let isOver = state.take()
            if !isOver { state.goOn = goOn }
            return isOver
        }
        if isOver { goOn() }
    }

    /// Waits until it is over. A task that is cancelled ends it.
    package func pause() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in whenOver { continuation.resume() } }
        } onCancel: {
            end(.ended)
        }
    }

    /// Nobody waits for it any more.
    package func abandon() { end(.ended) }

    /// Takes it off the list, however it ended.
    package func finish() {
        cancelAlarm()
        longPolls.finish(self, of: personID)
    }

    /// Has it look again.
    func wake() { goOn { $0.isWoken = true } }

    /// Has it wait no longer. Once ended it stays so.
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
