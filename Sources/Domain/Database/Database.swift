import DavenportAPI
import Foundation
import Postgres

/// Runs transactions. All code that reads or writes the database uses one of its methods.
public struct Database: Sendable {
    package let pool: Pool
    public let clock: WallClock
    /// Holds the long polls at this server, and notifies the other servers of this database about changes.
    public let changeNotifier: ChangeNotifier
    private let outages: OutageLog?

    /// Creates the database.
    /// - Parameters:
    ///   - pool: the connections, as one of three roles: the server's, the push worker's, or the database owner's.
    ///   - clock: the clock that all rules use.
    ///   - outages: logs that the database is away; nil for a program that ends with such an error.
    public init(pool: Pool, clock: WallClock, outages: OutageLog? = nil) {
        self.pool = pool
        self.clock = clock
        self.outages = outages
        changeNotifier = ChangeNotifier(pool: pool)
    }

    /// The longest time that a transaction waits for a free connection.
    package var waitLimit: Duration { pool.waitLimit }

    /// Runs the statements of a request in one transaction of its tenant. The transaction's time is the moment when the
    /// request was received.
    ///
    /// If the request's caller comes from a cache, the transaction's first statements also check in the database
    /// whether the token still belongs to this caller. If it doesn't, they fail and change nothing. See `Authenticate`.
    /// - Parameter retries: the maximum number of times the transaction is repeated after a deadlock, a serialization
    ///   failure or a foreign-key violation. Every attempt has the same time. Use 0 if the input can be read only once,
    ///   such as a file.
    package func transaction<Result: Sendable>(
        for principal: some Principal, _ mode: TransactionMode = .readWrite, retries: Int = Self.retries,
        _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        try await transaction(in: principal.tenant.id, of: principal.request, mode, retries: retries, body)
    }

    /// Runs statements that belong to no request, such as an operator's, in one transaction of a tenant. The time of
    /// the transaction is the moment when it begins. It is retried after a conflict, as a request's transaction is.
    package func transaction<Result: Sendable>(
        in tenant: UUID, _ mode: TransactionMode = .readWrite, retries: Int = Self.retries,
        _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        try await transaction(in: tenant, of: RequestContext(), mode, retries: retries, body)
    }

    /// Runs statements of the push worker in one transaction that covers all tenants. Only the worker's role and the
    /// database owner see rows in it.
    package func transactionAcrossTenants<Result: Sendable>(
        _ mode: TransactionMode = .readWrite, _ body: (WorkerTransaction) async throws -> Result
    ) async throws -> Result {
        let now = clock.now
        return try await retrying(Self.retries) {
            try await run(mode, entering: nil, at: now) { try await body(WorkerTransaction(now: now, transaction: $0)) }
        }
    }

    /// Runs one query or pipeline that belongs to no tenant, and never retries it. Use it to find the tenant of an HTTP
    /// request, for operators' work on the list of tenants, and for rows that all tenants share.
    package func registry<Result: Sendable>(_ body: (Transaction) async throws -> Result) async throws -> Result {
        try await retrying(0) { try await available { try await pool.roundTrip(opening: [], body) } }
    }

    /// The maximum number of times a transaction is repeated after a conflict with a concurrent one.
    package static let retries = 2

    private func transaction<Result: Sendable>(
        in tenant: UUID, of request: RequestContext, _ mode: TransactionMode, retries: Int,
        _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = request.receivedAt ?? clock.now
        return try await retrying(retries) {
            let condition = request.authentication?.condition(in: tenant, at: now)
            let touched = TouchedUsers()
            let result = try await run(mode, entering: tenant, at: now, if: condition, waited: request.waited) {
                let authentication = condition == nil ? nil : request.authentication
                return try await body(
                    TenantTransaction(tenantID: tenant, now: now, transaction: $0, authentication: authentication, touched: touched))
            }
            changeNotifier.notify(of: touched)
            return result
        }
    }

    private func run<Result: Sendable>(
        _ mode: TransactionMode, entering tenant: UUID?, at now: Date, if condition: SQL? = nil, waited: Duration = .zero,
        _ body: (Transaction) async throws -> Result
    ) async throws -> Result {
        let opening = mode.opening(tenant, now) + (condition.map { [$0] } ?? [])
        return try await available {
            switch mode {
            case .readWrite, .longSnapshot: try await pool.transaction(opening: opening, waited: waited, body)
            case .singleRoundTrip, .snapshot: try await pool.roundTrip(opening: opening, waited: waited, body)
            }
        }
    }

    /// Repeats the work after a conflict with a concurrent transaction, at most this number of times. If the last
    /// attempt ends with a deadlock or a serialization failure, the client gets 503 and may try again.
    private func retrying<Result>(_ retries: Int, _ work: () async throws -> Result) async throws -> Result {
        for _ in 0..<retries {
            do { return try await work() } catch let error as PostgresError where error.isConflict {}
        }
        do { return try await work() } catch let error as PostgresError where error.isRetryable {
            throw Problem.unavailable()
        }
    }

    /// Turns an unreachable database or an exhausted pool into a 503 instead of a 500, because the client may try
    /// again.
    private func available<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            let result = try await work()
            outages?.succeeded()
            return result
        } catch let error as PostgresError where error.isUnavailable {
            outages?.failed("\(error)")
            throw Problem.unavailable()
        }
    }
}

/// What a transaction may do, and how many round trips it takes.
package enum TransactionMode: Sendable {
    /// The transaction runs any number of statements in any number of round trips. COMMIT is one more round trip.
    case readWrite
    /// The transaction is exactly one query or pipeline, in one round trip.
    case singleRoundTrip
    /// The transaction is one pipeline that only reads from one snapshot, in one round trip. It is retried if the schema
    /// has changed since the snapshot.
    case snapshot
    /// The transaction runs any number of statements that only read, all from one snapshot.
    case longSnapshot

    /// Returns the statements that begin a transaction and set its tenant and its time. If the tenant is nil, the
    /// transaction is one of the push worker.
    fileprivate func opening(_ tenant: UUID?, _ now: Date) -> [SQL] {
        let enter: SQL = "SELECT enter(\(tenant), \(now))"
        switch self {
        case .readWrite, .singleRoundTrip: return [enter]
        case .snapshot, .longSnapshot:
            // `SET TRANSACTION` would do the same, but PostgreSQL logs a warning about it outside of a `BEGIN` block.
            return [
                "SET transaction_isolation = 'repeatable read'", "SET transaction_read_only = on", enter,
                "SELECT require_current_snapshot()",
            ]
        }
    }
}

/// A transaction in one tenant. Repositories can be made only from such a transaction.
package struct TenantTransaction: Sendable {
    package let tenantID: UUID
    /// The time of the transaction, which all its rules use as now. SQL reads it with `app_now()`.
    package let now: Date
    private let transaction: Transaction
    /// The check of a cached caller that the first statements carry out; nil if there is nothing to check.
    private let authentication: OptimisticAuthentication?
    private let touched: TouchedUsers

    fileprivate init(
        tenantID: UUID, now: Date, transaction: Transaction, authentication: OptimisticAuthentication?, touched: TouchedUsers
    ) {
        self.tenantID = tenantID
        self.now = now
        self.transaction = transaction
        self.authentication = authentication
        self.touched = touched
    }

    /// Records the users that a change may concern, so that their long polls wake after the commit. Users who aren't
    /// recorded see the change only when their long poll times out.
    package func touch(_ people: some Sequence<UUID>) {
        touched.add(people)
    }

    /// Records that a notification may be due, so that a waiting worker checks the outbox after the commit.
    package func wakeWorkers() {
        touched.addOutbox()
    }

    /// Runs one statement and returns its rows.
    /// - Parameter isPrepared: whether the statement is prepared for reuse. Use false for a statement that runs only
    ///   once.
    @discardableResult
    package func query(_ sql: SQL, isPrepared: Bool = true) async throws -> Rows {
        guard isPrepared else { return try await transaction.query(sql, isPrepared: false) }
        guard let authentication else { return try await transaction.query(sql) }
        return try await authentication.awaiting { try await transaction.query(sql) }
    }

    /// Runs several statements in one round trip.
    package func pipeline(_ statements: [SQL]) async throws -> [Rows] {
        guard let authentication, !statements.isEmpty else { return try await transaction.pipeline(statements) }
        return try await authentication.awaiting { try await transaction.pipeline(statements) }
    }
}

/// Reads and writes some of a tenant's rows, with one method for each statement. It is made of a transaction, so no statement
/// runs outside of a tenant.
package protocol Repository: Sendable {
    var transaction: TenantTransaction { get }

    init(transaction: TenantTransaction)
}

extension Repository {
    /// Makes the repository of a transaction.
    package init(_ transaction: TenantTransaction) { self.init(transaction: transaction) }
}

/// A transaction of the push worker, which covers all tenants. Its statements name the tenants themselves.
///
/// The statements aren't prepared, so that PostgreSQL plans each for its actual values. The worker's statements are few
/// and large, and a generic plan that was made while the tables were empty would stay in use too long.
package struct WorkerTransaction: Sendable {
    /// The time of the transaction, which rules use as now. Leases use the database's own clock instead.
    package let now: Date
    private let transaction: Transaction

    fileprivate init(now: Date, transaction: Transaction) {
        self.now = now
        self.transaction = transaction
    }

    /// Runs one statement and returns its rows.
    @discardableResult
    package func query(_ sql: SQL) async throws -> Rows {
        try await transaction.query(sql, isPrepared: false)
    }

    /// Runs several statements in one round trip.
    package func pipeline(_ statements: [SQL]) async throws -> [Rows] {
        try await transaction.pipeline(statements, isPrepared: false)
    }
}

extension PostgresError {
    /// Whether a concurrent transaction caused the error: by a deadlock, by a migration, or by deleting a row that a
    /// row of this transaction refers to.
    fileprivate var isConflict: Bool { isRetryable || sqlState == .foreignKeyViolation }

    /// Whether the client may succeed if it tries again a moment later.
    fileprivate var isRetryable: Bool { sqlState == .deadlockDetected || sqlState == .serializationFailure }
}
