import CoreMetrics

/// The metrics that a pool records. The code that creates them chooses their names.
public struct PoolMetrics: Sendable {
    /// The time that PostgreSQL took for a round trip, as its connection measures it.
    let roundTrips: Timer
    /// The time that tasks waited until they got a connection. A task that didn't have to wait adds nothing.
    let waits: Timer
    /// The number of tasks that got no connection, because they waited too long or too many tasks waited.
    let refusals: Counter

    /// - Parameters:
    ///   - roundTrips: times each round trip that PostgreSQL answered.
    ///   - waits: times each wait that ended with a connection.
    ///   - refusals: counts the tasks that got no connection.
    public init(roundTrips: Timer, waits: Timer, refusals: Counter) {
        (self.roundTrips, self.waits, self.refusals) = (roundTrips, waits, refusals)
    }
}
