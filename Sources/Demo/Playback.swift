import Domain
import Foundation

/// An action of the demo and the time at which it happens. Each area turns its stories into such events.
struct DemoEvent: Sendable {
    /// The time of the action, in seconds before the fortnight's end.
    let ago: TimeInterval
    let play: @Sendable () async throws -> Void
}

/// Performs actions one after another, with the clock set to the time of each.
struct Playback {
    let now: Date
    let clock: SteppingClock
    let dependencies: Dependencies

    /// Performs all actions, and ends the notifications that are due after each.
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

    /// Ends all notifications that are due, because nobody had a device at that time. So the worker pushes only later
    /// events.
    private func endDueNotifications() async throws {
        while try await ClaimDeliveries(dependencies)(limit: 100, perTenant: 100).taken > 0 {}
    }
}
