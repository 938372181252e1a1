import Domain
import Foundation

/// One thing that somebody does at one moment, in whichever area. Each area makes its own of what is told of it.
struct Happening: Sendable {
    /// Seconds before the fortnight's end.
    let ago: TimeInterval
    let play: @Sendable () async throws -> Void
}

/// Lets what happened happen, one thing after the other, each at its moment.
struct Playback {
    let now: Date
    let clock: SteppingClock
    let dependencies: Dependencies

    /// - Parameter happenings: of one moment the first comes first.
    func play(_ happenings: [Happening]) async throws {
        let ordered = happenings.enumerated().sorted { ($1.element.ago, $0.offset) < ($0.element.ago, $1.offset) }
        for (_, happening) in ordered {
            clock.step(to: now - happening.ago)
            try await happening.play()
            try await tellNobody()
        }
        clock.step(to: now)
        try await tellNobody()
    }

    /// What was due by then is over: nobody had a device yet. So what is pushed later is what happens later.
    private func tellNobody() async throws {
        while try await ClaimDeliveries(dependencies)(limit: 100, perTenant: 100).taken > 0 {}
    }
}
