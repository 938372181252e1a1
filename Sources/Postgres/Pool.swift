import Logging

/// Connections shared by the tasks of a process. Lazy: nothing is opened before the first use.
public final class Pool: Sendable {
    private let scheduler: ConnectionScheduler
    /// The statement that makes the settings of `PoolConfiguration.transactionSettings`; none without any.
    private let settings: [SQL]

    /// A malformed URI shows at the first use, as `PostgresError.misuse`.
    /// - Parameter measures: told of each round trip.
    public init(_ configuration: PoolConfiguration, measures: PoolMeasures? = nil, logger: Logger) {
        scheduler = ConnectionScheduler(configuration, measures: measures, logger: logger)
        // Not `SET LOCAL`: PostgreSQL logs a warning about it where no `BEGIN` came before.
        let (names, values) = (Array(configuration.transactionSettings.keys), Array(configuration.transactionSettings.values))
        settings =
            names.isEmpty
            ? [] : ["SELECT set_config(name, value, true) FROM unnest(\(names)::text[], \(values)::text[]) AS setting (name, value)"]
    }

    deinit { scheduler.shutDown() }

    /// Runs the body in one transaction, committed when it returns. BEGIN, the opening statements and the body's first go out in one round
    /// trip, COMMIT is one more; a body that sends nothing costs none. It is rolled back when the body throws, when a statement failed even
    /// if the body went on, and when the task is cancelled before COMMIT is sent; from then on its outcome is awaited.
    ///
    /// - Parameter waited: how long the request has already waited for something else; it waits the less for a connection.
    /// - Throws: what the body throws, `PostgresError`, or `CancellationError`.
    public func transaction<Value: Sendable>(
        opening: [SQL] = [], waited: Duration = .zero, _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        let session = TransactionSession(scheduler, opening: opening + settings, waited: waited)
        do {
            let value = try await body(Transaction(session))
            try await session.commit()
            return value
        } catch {
            await session.rollBack()
            throw error
        }
    }

    /// Lets the body send once: the opening statements and its own are one implicit transaction and one round trip. Sending again
    /// throws `PostgresError.misuse`.
    ///
    /// - Parameter waited: as for `transaction`.
    /// - Throws: what the body throws, `PostgresError`, or `CancellationError`, and then whether the statements took effect is unknown.
    public func roundTrip<Value: Sendable>(
        opening: [SQL] = [], waited: Duration = .zero, _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        let session = RoundTripSession(scheduler, opening: opening + settings, waited: waited)
        defer { session.end() }
        return try await body(Transaction(session))
    }

    /// How long a task waits for a connection (`PoolConfiguration.waiterTimeout`).
    public var waitLimit: Duration { scheduler.configuration.waiterTimeout }

    /// Connections and waiters at this moment.
    public var statistics: PoolStatistics { scheduler.statistics }

    /// Closes idle connections at once and busy ones when they become free; what is still under way after the grace is cancelled. Whatever
    /// else is asked of the pool from now on throws `PostgresError.closed`. Returns a second after the grace even if the server answers
    /// nothing.
    public func close(grace: Duration = .seconds(5)) async {
        scheduler.shutDown()
        // A task of its own: a program that is shutting down has cancelled the one this runs in.
        let impatience = Task { [scheduler] in
            try await Task.sleep(for: grace)
            scheduler.breakOff()
            try await Task.sleep(for: .seconds(1))
            scheduler.stopWaiting()
        }
        await scheduler.waitUntilEmpty()
        impatience.cancel()
    }
}
