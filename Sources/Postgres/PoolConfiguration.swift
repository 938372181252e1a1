import Foundation

/// Where the database is and how a pool behaves.
public struct PoolConfiguration: Sendable {
    /// `postgresql://user:password@host:port/database?option=value`, or libpq's `key=value` form.
    public var uri: String
    /// The most connections open at once.
    public var size: Int
    /// How long a task waits for a connection before `PostgresError.poolExhausted`.
    public var waiterTimeout: Duration
    /// How many tasks may wait at once; beyond it `PostgresError.poolExhausted` comes at once.
    public var maximumWaiters: Int
    /// How long making a connection may take, name lookup aside.
    public var connectTimeout: Duration
    /// The server cancels a statement that takes longer. Zero: never.
    public var statementTimeout: Duration
    /// The server ends a session that leaves its transaction idle for longer. Zero: never.
    public var idleInTransactionTimeout: Duration
    /// A connection older than this is closed when it becomes free, so that servers behind one address share the load anew.
    public var lifetime: Duration
    /// How many statements each connection keeps prepared. Zero: none.
    public var statementCache: Int
    /// Where what a connection did last took longer, nobody is sent behind its next round trip.
    public var brief: Duration
    /// How many connections work at once on what takes a moment, by default twice as many as there are processors. The others are for
    /// what takes longer.
    public var concurrency: Int
    /// Until then a connection counts as one of those.
    public var moment: Duration
    /// Whether a pooler stands between that lends its connections for a transaction each, as PgBouncer does. Then nothing lasts on a
    /// connection: no statement is prepared, and of what is set for a session only the URI's own options are sent, which such a pooler
    /// may refuse. The role must have the timeouts and the time zone instead.
    public var isBehindPooler: Bool
    /// Round trips that take as long or longer are logged with their statements. Nil: none.
    public var slow: Duration?
    /// Settings that each transaction makes for itself alone, by their names, behind its opening statements.
    public var transactionSettings: [String: String] = [:]
    /// Shown in `pg_stat_activity`.
    public var applicationName: String
    /// Told the text of each statement that a connection prepares. It goes into no log: such a text may hold a password.
    package var prepared: (@Sendable (_ text: String) -> Void)?

    /// What is explained at the properties.
    public init(
        uri: String, size: Int = 16, waiterTimeout: Duration = .seconds(1), maximumWaiters: Int = 1024,
        connectTimeout: Duration = .seconds(2),
        statementTimeout: Duration = .seconds(10), idleInTransactionTimeout: Duration = .seconds(10), lifetime: Duration = .seconds(1800),
        statementCache: Int = 256, brief: Duration = .milliseconds(100),
        concurrency: Int = 2 * ProcessInfo.processInfo.activeProcessorCount,
        moment: Duration = .milliseconds(5), isBehindPooler: Bool = false, slow: Duration? = nil, applicationName: String
    ) {
        self.uri = uri
        self.size = max(1, size)
        self.waiterTimeout = waiterTimeout
        self.maximumWaiters = maximumWaiters
        self.connectTimeout = connectTimeout
        self.statementTimeout = statementTimeout
        self.idleInTransactionTimeout = idleInTransactionTimeout
        self.lifetime = lifetime
        self.statementCache = max(0, statementCache)
        self.brief = brief
        self.concurrency = max(1, concurrency)
        self.moment = moment
        self.isBehindPooler = isBehindPooler
        self.slow = slow
        self.applicationName = applicationName
    }
}

/// A pool's connections and waiters at one moment.
public struct PoolStatistics: Sendable, Equatable {
    /// Connections made and not yet closed, those being made or closed included.
    public let open: Int
    /// Connections waiting for work.
    public let idle: Int
    /// Connections sending, or held by a transaction.
    public let busy: Int
    /// Tasks waiting for a connection.
    public let waiting: Int
}

extension Duration {
    /// Rounded up, so that a short timeout never becomes PostgreSQL's 0, which is none; at most what PostgreSQL takes, 24 days.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
