import CoreMetrics

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
