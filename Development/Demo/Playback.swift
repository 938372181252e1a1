import Domain
import Foundation

/// An action of the demo and the time at which it happens. Rooms, lessons and puzzles each make a list of such events.
struct DemoEvent: Sendable {
    /// The time of the action, in seconds before the fortnight's end.
    let ago: TimeInterval
    let play: @Sendable () async throws -> Void
}

/// Performs the demo's actions one after another. Before each, it sets the clock to the time of the action.
struct Playback {
    let now: Date
    let clock: SteppingClock
    let useCases: UseCases

    /// Performs all actions. After each action, it ends the notifications that are due.
    /// - Parameter happenings: the actions in any order. Actions at the same time are performed in the given order.
    func play(_ happenings: [DemoEvent]) async throws {
        let ordered = happenings.enumerated().sorted { ($1.element.ago, $0.offset) < ($0.element.ago, $1.offset) }
        for (_, happening) in ordered {
            clock.step(to: now - happening.ago)
            try await happening.play()
            try await endDueNotifications()
        }
        clock.step(to: now)
        try await endDueNotifications()
    }

    /// Ends all notifications that are due without sending them, because at that time nobody had a device yet. So the
    /// push worker sends only notifications about later events.
    private func endDueNotifications() async throws {
        while try await PushQueue(useCases.database).claim(limit: 100, perTenant: 100).taken > 0 {}
    }
}
