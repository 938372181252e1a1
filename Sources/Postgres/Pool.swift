import Logging

/// A connection pool for the tasks of a process. It opens no connection before the first use.
public final class Pool: Sendable {
    private let scheduler: ConnectionScheduler
    /// The statement that applies the settings of `PoolConfiguration.transactionSettings` to each transaction, or no
    /// statement if there are none.
    private let settings: [SQL]

    /// Creates a pool without connecting. A malformed URI is reported at the first use, as `PostgresError.misuse`.
    /// - Parameter measures: the metrics that the pool records, or nil for none.
    public init(_ configuration: PoolConfiguration, measures: PoolMetrics? = nil, logger: Logger) {
        scheduler = ConnectionScheduler(configuration, measures: measures, logger: logger)
        // `SET LOCAL` would make PostgreSQL log a warning if no `BEGIN` came before.
        let (names, values) = (Array(configuration.transactionSettings.keys), Array(configuration.transactionSettings.values))
        settings =
            names.isEmpty
            ? [] : ["SELECT set_config(name, value, true) FROM unnest(\(names)::text[], \(values)::text[]) AS setting (name, value)"]
    }

    deinit { scheduler.handle(.shutDown) }

    /// Runs the closure `body` in one transaction and commits it when the closure returns.
    ///
    /// `BEGIN`, the statements in `opening` and the closure's first statement are sent in one round trip, and `COMMIT`
    /// is one more. A closure that sends nothing costs no round trip. The transaction is rolled back in three cases: if
    /// the closure throws, if a statement failed (even if the closure caught the error), and if the task is cancelled
    /// before `COMMIT` is sent. Once `COMMIT` is sent, cancellation has no effect and the outcome is awaited.
    /// - Parameter waited: how long the caller has already waited for something else. The transaction waits that much
    ///   less for a connection.
    /// - Throws: the closure's error, `PostgresError`, or `CancellationError`.
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

    /// Runs the closure `body`, which may send statements only once. They form one implicit transaction with the
    /// statements in `opening`, and take one round trip together. Sending a second time throws `PostgresError.misuse`.
    ///
    /// - Parameter waited: how long the caller has already waited for something else. The round trip waits that much
    ///   less for a connection.
    /// - Throws: the closure's error, `PostgresError`, or `CancellationError`. After a cancellation it is unknown
    ///   whether the statements took effect.
    public func roundTrip<Value: Sendable>(
        opening: [SQL] = [], waited: Duration = .zero, _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        let session = RoundTripSession(scheduler, opening: opening + settings, waited: waited)
        defer { session.end() }
        return try await body(Transaction(session))
    }

    /// The longest time that a task waits for a connection (`PoolConfiguration.waiterTimeout`).
    public var waitLimit: Duration { scheduler.configuration.waiterTimeout }

    /// The present number of connections and waiting tasks.
    public var statistics: PoolStatistics { scheduler.statistics }

    /// Closes idle connections at once and busy ones when they become free. When the grace period ends, the pool
    /// cancels running queries. Later calls to the pool throw `PostgresError.closed`.
    ///
    /// The function returns at most a second after the grace period, even if the server doesn't respond.
    public func close(grace: Duration = .seconds(5)) async {
        scheduler.handle(.shutDown)
        // A task of its own, because a program that shuts down has cancelled the current one.
        let graceTimer = Task { [scheduler] in
            try await Task.sleep(for: grace)
            scheduler.handle(.graceEnded)
            try await Task.sleep(for: .seconds(1))
            scheduler.stopWaiting()
        }
        await scheduler.waitUntilEmpty()
        graceTimer.cancel()
    }
}
