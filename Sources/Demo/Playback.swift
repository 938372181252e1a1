import Domain
import Foundation

/// One action at one moment, in any area. Each area turns its stories into these.
struct DemoEvent: Sendable {
    /// The seconds before the fortnight's end.
    let ago: TimeInterval
    let play: @Sendable () async throws -> Void
}

/// Plays happenings one after the other, each at its moment.
struct Playback {
    let now: Date
    let clock: SteppingClock
    let dependencies: Dependencies

    /// - Parameter happenings: in any order. Those of one moment are played in the given order.
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

    /// Ends all notifications that are due, since nobody had a device yet. Only later events are pushed.
    private func endDueNotifications() async throws {
        while try await ClaimDeliveries(dependencies)(limit: 100, perTenant: 100).taken > 0 {}
    }
}
