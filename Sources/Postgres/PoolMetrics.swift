import CoreMetrics
import Logging

/// The metrics that a pool records. The creator names them.
public struct PoolMetrics: Sendable {
    /// The time that PostgreSQL took for a round trip, as its connection measures it.
    let roundTrips: Timer
    /// The time that tasks waited for a connection. Tasks that didn't have to wait aren't counted.
    let waits: Timer
    /// The tasks that got no connection, because they waited too long or too many waited.
    let refusals: Counter

    /// - Parameters:
    ///   - roundTrips: times each round trip that PostgreSQL answered.
    ///   - waits: times each wait for a connection that ended with one.
    ///   - refusals: counts the tasks that got no connection.
    public init(roundTrips: Timer, waits: Timer, refusals: Counter) {
        (self.roundTrips, self.waits, self.refusals) = (roundTrips, waits, refusals)
    }
}

extension ConnectionScheduler {
    /// Records a round trip that is over. A slow one is logged with its statements, without the values of their
    /// parameters.
    func note(_ sent: InFlightQuery) {
        let took = sent.took
        measures?.roundTrips.recordNanoseconds(took.nanoseconds)
        guard let slow = configuration.slow, took >= slow, !sent.isDropped else { return }
        let statements = sent.pipelinedQuery.statements.dropFirst(sent.pipelinedQuery.preamble).map { $0.text.onOneLine }
        logger.warning(
            "A round trip to PostgreSQL took \(took.milliseconds) ms",
            metadata: ["statements": "\(statements.joined(separator: "; ").prefix(Self.shownText))"])
    }

    /// Records how long a task has waited for its connection.
    func noteWait(of place: WaitQueue.Place, at now: ContinuousClock.Instant) {
        measures?.waits.recordNanoseconds((now - place.since).nanoseconds)
    }

    /// Counts tasks that got no connection.
    func noteRefusals(_ count: Int) {
        if count > 0 { measures?.refusals.increment(by: count) }
    }

    /// The most characters of slow statements that are logged.
    private static var shownText: Int { 2000 }
}

extension String {
    /// The text with each run of white space replaced by one blank.
    fileprivate var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension Duration {
    /// The duration in nanoseconds, from 0 to 292 years.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < 9_000_000_000 else { return .max }
        return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
