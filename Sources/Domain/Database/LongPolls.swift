import Foundation
import Synchronization

/// All requests that long-poll for changes at this server. A waiting request holds no database connection and no
/// transaction.
package final class LongPolls: Sendable {
    private struct State {
        /// The long polls of each user, oldest first.
        var longPolls: [UUID: [LongPoll]] = [:]
        var count = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    init() {}

    /// The number of long polls that are registered.
    package var count: Int { state.withLock { $0.count } }

    /// Registers a long poll of a user, which every later change of the user's data wakes. If the user has too many,
    /// the oldest one ends.
    ///
    /// - Parameter time: how long the long poll waits at most.
    /// - Returns: nil if the server has too many long polls.
    func begin(_ userID: UUID, for time: Duration) -> LongPoll? {
        let (longPoll, oldest): (LongPoll?, LongPoll?) = state.withLock { state in
            let mine = state.longPolls[userID] ?? []
            let oldest = mine.count >= SyncRules.longPollsPerUser ? mine.first : nil
            guard oldest != nil || state.count < SyncRules.longPolls else { return (nil, nil) }
            let longPoll = LongPoll(of: userID, at: self, for: time)
            if state.hasEnded { longPoll.end(.ended) }
            state.longPolls[userID] = mine.dropFirst(oldest == nil ? 0 : 1) + [longPoll]
            if oldest == nil { state.count += 1 }
            return (longPoll, oldest)
        }
        oldest?.end(.ended)
        return longPoll
    }

    /// Removes a long poll from the list, if it is still there.
    fileprivate func finish(_ longPoll: LongPoll, of userID: UUID) {
        state.withLock { state in
            guard var mine = state.longPolls[userID], let index = mine.firstIndex(where: { $0 === longPoll }) else { return }
            mine.remove(at: index)
            state.count -= 1
            state.longPolls[userID] = mine.isEmpty ? nil : mine
        }
    }

    /// Wakes the long polls of these users, which then check whether anything has changed.
    func wake(_ people: Set<UUID>) {
        let woken = state.withLock { state in state.longPolls.isEmpty ? [] : people.flatMap { state.longPolls[$0] ?? [] } }
        for longPoll in woken { longPoll.wake() }
    }

    /// Ends all long polls. Those that begin later end at once.
    func end() {
        let all = state.withLock { state in
            state.hasEnded = true
            return state.longPolls.values.flatMap { $0 }
        }
        for longPoll in all { longPoll.end(.ended) }
    }
}

/// A request that waits for a change.
///
/// While it waits, the server holds nothing for the request but this object. Each time it wakes, the server runs the
/// use case again.
package final class LongPoll: Sendable {
    /// Why a long poll stops waiting.
    enum End: Sendable {
        /// The long poll has waited for its full time. The use case checks for changes once more.
        case timeUp
        /// The long poll was ended before its time. The client gets the answer that was found last, without another
        /// check.
        case ended
    }

    private struct State {
        var isWoken = false
        var end: End?
        var alarm: (any DispatchSourceTimer)?
        var goOn: (@Sendable () -> Void)?

        /// Returns whether the waiting request should continue, because it was woken or the long poll has ended. It
        /// also resets the wake-up.
        mutating func take() -> Bool {
            defer { isWoken = false }
            return isWoken || end != nil
        }
    }

    private let state = Mutex(State())
    private let userID: UUID
    private let longPolls: LongPolls

    fileprivate init(of userID: UUID, at longPolls: LongPolls, for time: Duration) {
        (self.userID, self.longPolls) = (userID, longPolls)
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

    /// The reason why the long poll has ended; nil while it goes on.
    var end: End? { state.withLock { $0.end } }

    /// Calls `goOn` once, as soon as the long poll is woken or ends. If it was woken or has ended since the last call
    /// of this method, `goOn` is called at once.
    package func whenOver(_ goOn: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            let isOver = state.take()
            if !isOver { state.goOn = goOn }
            return isOver
        }
        if isOver { goOn() }
    }

    /// Waits until the long poll is woken or ends. Cancelling the task ends it.
    package func pause() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in whenOver { continuation.resume() } }
        } onCancel: {
            end(.ended)
        }
    }

    /// Ends the long poll because its client has gone.
    package func abandon() { end(.ended) }

    /// Removes the long poll from the server's list, and stops its timer.
    package func finish() {
        cancelAlarm()
        longPolls.finish(self, of: userID)
    }

    /// Wakes the long poll, so that the use case checks for changes.
    func wake() { goOn { $0.isWoken = true } }

    /// Ends the long poll. `ended` replaces `timeUp`, but not the other way round.
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

/// A use case that can wait for a change before it answers, as a long poll (rule 13.9).
///
/// It returns the answer, or a long poll to wait for. Its last parameter is the long poll that has woken or ended; nil in the first call.
/// Every long poll must be finished. The use case finishes one that it began and doesn't return, because no other code knows it. The server
/// finishes one that it passed on and doesn't get back: the use case can't, because it may run twice for one request, as a `UseCase`.
public typealias LongPollingUseCase<In, Out: Sendable> =
    @Sendable (UseCases) -> @Sendable (Caller, In, PendingAnswer<Out>?) async throws -> LongPollOutcome<Out, PendingAnswer<Out>>

/// The result of one step of a request that may long-poll: an answer, or a long poll to wait for, with what the next step needs. A use
/// case and the connection that serves it use different types for both.
public enum LongPollOutcome<Answer: Sendable, Pending: Sendable>: Sendable {
    case answered(Answer)
    case waits(Pending)
}

/// A long poll that a use case waits for, and the answer to give if it ends without a change. The use case is called again with it.
public struct PendingAnswer<Out: Sendable>: Sendable {
    package let longPoll: LongPoll
    package let answer: Out
}
