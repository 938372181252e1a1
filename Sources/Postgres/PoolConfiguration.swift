import Foundation

/// The database's address and the limits of a pool.
public struct PoolConfiguration: Sendable {
    /// The connection string: `postgresql://user:password@host:port/database?option=value`, or libpq's `key=value`
    /// form.
    public var uri: String
    /// The most connections that are open at once.
    public var size: Int
    /// The longest time that a task waits for a connection. After that the task gets `PostgresError.poolExhausted`.
    public var waiterTimeout: Duration
    /// The most tasks that wait for a connection at once. One more gets `PostgresError.poolExhausted` without waiting.
    public var maximumWaiters: Int
    /// The longest time for opening a connection to one of the URI's hosts, in whole seconds and at least two of them.
    /// Resolving the host's name doesn't count.
    public var connectTimeout: Duration
    /// The longest time that a statement may take before the server cancels it. Zero means no limit.
    public var statementTimeout: Duration
    /// The longest time that a transaction may be idle before the server ends the connection. Zero means no limit.
    public var idleInTransactionTimeout: Duration
    /// The age from which a connection is closed when it becomes free: for each connection, a random 90 to 100 percent
    /// of this value. New connections spread the load again over the servers behind one address.
    public var lifetime: Duration
    /// The most prepared statements per connection. Zero means none.
    public var statementCache: Int
    /// The longest duration of a brief round trip. If a connection's last round trip was brief, two queries may be
    /// pipelined on it.
    public var briefLimit: Duration
    /// The most connections that run brief work at once. The default is twice the number of processors. A connection
    /// that is busy for longer than `busyGrace` no longer counts.
    public var concurrency: Int
    /// The time after which a busy connection no longer counts towards `concurrency`, the most connections that run
    /// brief work at once.
    public var busyGrace: Duration
    /// Whether a pooler such as PgBouncer stands between this pool and the server. It lends a server connection for one
    /// transaction at a time, so no state outlasts a transaction. This pool then prepares no statements. It sends no
    /// session settings except the options in the URI, which such a pooler may refuse. The database role must have the
    /// timeouts and the time zone as its defaults instead.
    public var isBehindPooler: Bool
    /// The duration from which a round trip is logged with its statements. Nil means that none is logged.
    public var slow: Duration?
    /// Settings of the server, by name, that are applied to each transaction after its opening statements.
    public var transactionSettings: [String: String] = [:]
    /// The name shown in `pg_stat_activity`.
    public var applicationName: String
    /// Called with the text of each statement that a connection prepares. Don't log the text: it may hold a password.
    package var prepared: (@Sendable (_ text: String) -> Void)?

    /// The longest time for which a connection counts towards `size` after its query was cancelled. A server that hangs
    /// never receives the cancel request.
    static let cancelLimit = Duration.seconds(1)
    /// The pause after a failed attempt to connect, before the next attempt.
    static let reconnectPause = Duration.milliseconds(250)

    /// Creates a configuration. Each parameter sets the property of the same name.
    public init(
        uri: String, size: Int, waiterTimeout: Duration = .seconds(1), maximumWaiters: Int = 1024,
        connectTimeout: Duration = .seconds(2),
        statementTimeout: Duration = .seconds(10), idleInTransactionTimeout: Duration = .seconds(10), lifetime: Duration = .seconds(1800),
        statementCache: Int = 256, briefLimit: Duration = .milliseconds(100),
        concurrency: Int = 2 * ProcessInfo.processInfo.activeProcessorCount,
        busyGrace: Duration = .milliseconds(5), isBehindPooler: Bool = false, slow: Duration? = nil, applicationName: String
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
        self.briefLimit = briefLimit
        self.concurrency = max(1, concurrency)
        self.busyGrace = busyGrace
        self.isBehindPooler = isBehindPooler
        self.slow = slow
        self.applicationName = applicationName
    }
}

/// The number of a pool's connections and waiting tasks at one moment.
public struct PoolStatistics: Sendable, Equatable {
    /// The connections that are open, being opened or being closed.
    public let open: Int
    /// The connections without work.
    public let idle: Int
    /// The connections that run a query or are held by a transaction.
    public let busy: Int
    /// The tasks that wait for a connection.
    public let waiting: Int
}

extension PoolStateMachine {
    var statistics: PoolStatistics {
        let (idle, busy) = (count(.idle), count(.running) + count(.held) + count(.closing))
        return PoolStatistics(open: count(.opening) + idle + busy, idle: idle, busy: busy, waiting: waiting.count)
    }
}

extension Duration {
    /// The duration in nanoseconds, from 0 to 292 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < 9_000_000_000 else { return .max }
        return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// The duration in milliseconds. It is rounded up, because PostgreSQL takes a timeout of 0 as no limit. It is at
    /// most 24 days, PostgreSQL's limit.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
