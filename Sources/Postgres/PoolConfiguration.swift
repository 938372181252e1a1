import Foundation

/// The database's address and the limits of a pool.
public struct PoolConfiguration: Sendable {
    /// The connection string: `postgresql://user:password@host:port/database?option=value`, or libpq's `key=value`
    /// form.
    public var uri: String
    /// The most connections that are open at once.
    public var size: Int
    /// The longest time that a task waits for a connection. After that it gets `PostgresError.poolExhausted`.
    public var waiterTimeout: Duration
    /// The most tasks that wait at once. Another one gets `PostgresError.poolExhausted` at once.
    public var maximumWaiters: Int
    /// The longest time for opening a connection, without resolving the host's name.
    public var connectTimeout: Duration
    /// The longest time that a statement may take before the server cancels it. Zero means no limit.
    public var statementTimeout: Duration
    /// The longest time that a transaction may be idle before the server ends the session. Zero means no limit.
    public var idleInTransactionTimeout: Duration
    /// The age at which a connection is closed when it becomes free, so that the load spreads again over the servers
    /// behind one address.
    public var lifetime: Duration
    /// The most prepared statements per connection. Zero means none.
    public var statementCache: Int
    /// The longest round trip after which another query may be pipelined behind the connection's next one.
    public var brief: Duration
    /// The most connections that run short work at once. The default is twice the number of processors. The other
    /// connections are for queries that take longer.
    public var concurrency: Int
    /// The time after which a busy connection no longer counts towards `concurrency`.
    public var moment: Duration
    /// Whether a pooler such as PgBouncer stands in between and lends a connection for one transaction each. Then no
    /// state outlasts a transaction: no statement is prepared, and no session settings are sent except the URI's own
    /// options, which such a pooler may refuse. The role must have the timeouts and the time zone as its defaults
    /// instead.
    public var isBehindPooler: Bool
    /// Round trips of at least this duration are logged with their statements. Nil means none.
    public var slow: Duration?
    /// Settings, by name, that each transaction applies to itself after its opening statements.
    public var transactionSettings: [String: String] = [:]
    /// The name shown in `pg_stat_activity`.
    public var applicationName: String
    /// Called with the text of each statement that a connection prepares. Don't log the text: it may hold a password.
    package var prepared: (@Sendable (_ text: String) -> Void)?

    /// The pause after a failed attempt to connect.
    static let reconnectPause = Duration.milliseconds(250)

    /// Creates a configuration. The properties explain the parameters.
    public init(
        uri: String, size: Int, waiterTimeout: Duration = .seconds(1), maximumWaiters: Int = 1024,
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

    /// The duration in milliseconds. It is rounded up, so that a short timeout never becomes 0, which disables it in
    /// PostgreSQL. It is at most 24 days, PostgreSQL's limit.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
