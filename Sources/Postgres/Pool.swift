import Logging
import Synchronization

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

/// Sends the statements of a transaction. The pool passes it to a closure, and it can't be used after the closure has
/// ended.
public struct Transaction: Sendable {
    private let sender: any StatementSender

    init(_ sender: some StatementSender) { self.sender = sender }

    /// Sends one statement and returns its rows.
    /// - Parameter isPrepared: see `pipeline`.
    @discardableResult
    public func query(_ sql: SQL, isPrepared: Bool = true) async throws -> Rows {
        guard let rows = try await pipeline([sql], isPrepared: isPrepared).first else {
            throw PostgresError.misuse("a statement without a result")
        }
        return rows
    }

    /// Sends one statement without preparing it. That is cheaper for a statement that is sent only once.
    @discardableResult
    func once(_ sql: SQL) async throws -> Rows { try await query(sql, isPrepared: false) }

    /// Sends statements together in one round trip, and returns the rows of each. If a statement fails, the statements
    /// after it don't run, and its error is thrown.
    /// - Parameter isPrepared: whether the statements are prepared, which pays off if they are sent often. Otherwise
    ///   the server plans them for their actual values.
    public func pipeline(_ statements: [SQL], isPrepared: Bool = true) async throws -> [Rows] {
        guard !statements.isEmpty else { return [] }
        for sql in statements { try sql.validate() }
        return try await sender.send(statements, isPrepared: isPrepared)
    }
}

/// Sends the statements of a `Transaction` to the server. `TransactionSession` takes several round trips, and
/// `RoundTripSession` a single one.
protocol StatementSender: AnyObject, Sendable {
    func send(_ statements: [SQL], isPrepared: Bool) async throws -> [Rows]
}

/// Sends the statements of a `Pool.roundTrip` as one pipelined query in an implicit transaction.
private final class RoundTripSession: StatementSender {
    private let scheduler: ConnectionScheduler
    private let opening: [SQL]
    private let waited: Duration
    private let isOver = Atomic(false)

    init(_ scheduler: ConnectionScheduler, opening: [SQL], waited: Duration) {
        self.scheduler = scheduler
        self.opening = opening
        self.waited = waited
    }

    func end() { isOver.store(true, ordering: .relaxed) }

    func send(_ statements: [SQL], isPrepared: Bool) async throws -> [Rows] {
        guard !isOver.exchange(true, ordering: .relaxed) else { throw PostgresError.misuse("a round trip sends only once") }
        let all = opening.isEmpty ? statements : opening + statements
        do {
            return try await rows(of: all, isPrepared: isPrepared)
        } catch PostgresError.server(let error) where error.isStalePlan {
            // The implicit transaction is rolled back, so sending all of it again is safe.
            return try await rows(of: all, isPrepared: isPrepared)
        }
    }

    private func rows(of statements: [SQL], isPrepared: Bool) async throws -> [Rows] {
        let query = PipelinedQuery(statements, preamble: opening.count, isPrepared: isPrepared, waited: waited)
        return try await scheduler.run(query).result.get()
    }
}

extension SQL {
    /// Throws `PostgresError.misuse` for a statement that can't be sent. Its text and parameters are sent as C strings,
    /// which can't contain a NUL character. The protocol counts parameters in 16 bits, so at most 65,535 are possible.
    func validate() throws {
        guard parameters.count <= 65_535 else { throw PostgresError.misuse("a statement with more than 65,535 parameters") }
        guard !hasNUL else { throw PostgresError.misuse("a statement with a NUL character") }
        for case let parameter? in parameters where parameter.hasNUL {
            throw PostgresError.misuse("a parameter with a NUL character, which PostgreSQL can't store in text")
        }
    }
}

extension String {
    /// Whether the string contains a NUL character. A C function would take it for the end of the string.
    var hasNUL: Bool { utf8.contains(0) }
}
