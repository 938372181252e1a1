import CoreMetrics
import Logging

/// What a pool tells of each round trip; who makes it says by which names.
public struct PoolMeasures: Sendable {
    /// How long PostgreSQL took for a round trip, as far as its connection can tell.
    let roundTrips: Timer
    /// How long those waited for a connection who had to.
    let waits: Timer
    /// Who got no connection: they waited too long, or too many did.
    let refusals: Counter

    /// - Parameters:
    ///   - roundTrips: of all that PostgreSQL answered.
    ///   - waits: of those who had to wait for a connection, and got one.
    ///   - refusals: of those who got none.
    public init(roundTrips: Timer, waits: Timer, refusals: Counter) {
        (self.roundTrips, self.waits, self.refusals) = (roundTrips, waits, refusals)
    }
}

extension ConnectionScheduler {
    /// A round trip is over. One that took long is named by its statements, without the values that were bound to them.
    func note(_ sent: InFlightQuery) {
        let took = sent.took
        measures?.roundTrips.recordNanoseconds(took.nanoseconds)
        guard let slow = configuration.slow, took >= slow, !sent.isDropped else { return }
        let statements = sent.pipelinedQuery.statements.dropFirst(sent.pipelinedQuery.preamble).map { $0.text.onOneLine }
        logger.warning(
            "A round trip to PostgreSQL took \(took.milliseconds) ms",
            metadata: ["statements": "\(statements.joined(separator: "; ").prefix(Self.shownText))"])
    }

    /// Somebody who waited in line is served.
    func noteWait(of place: WaitQueue.Place, at now: ContinuousClock.Instant) {
        measures?.waits.recordNanoseconds((now - place.since).nanoseconds)
    }

    /// So many got no connection.
    func noteRefusals(_ count: Int) {
        if count > 0 { measures?.refusals.increment(by: count) }
    }

    /// So much of slow statements is shown, in characters.
    private static var shownText: Int { 2000 }
}

extension String {
    /// With one blank where there are several, or line breaks.
    fileprivate var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension Duration {
    /// Never less than none; 292 years at most.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < 9_000_000_000 else { return .max }
        return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
