import DavenportAPI
import Foundation
import Postgres

/// Runs transactions. Everything that reads or writes a tenant's rows goes through one of these.
public struct Database: Sendable {
    package let pool: Pool
    public let clock: WallClock
    /// Holds the long polls at this server, and wakes those at the other servers of this database.
    public let changeNotifier: ChangeNotifier

    /// - Parameters:
    ///   - pool: connections as one role: the server's, the worker's, or the owner's.
    ///   - clock: the time that all rules use.
    public init(pool: Pool, clock: WallClock) {
        self.pool = pool
        self.clock = clock
        changeNotifier = ChangeNotifier(pool: pool)
    }

    /// The longest time that a transaction waits for a connection.
    package var waitLimit: Duration { pool.waitLimit }

    /// Runs the statements of a request in one transaction inside its tenant, at the moment when the request was received.
    ///
    /// Until the request is authenticated, its first statements fail and change nothing unless the caller is who the server expected. See
    /// `Authenticate`.
    /// - Parameter retries: how often the transaction is repeated after a deadlock, a serialization failure or a foreign-key
    ///   violation. Every attempt keeps the moment of the first. Use 0 where the input can be read only once, such as a file.
    package func transaction<Result: Sendable>(
        for principal: some Principal, _ mode: TransactionMode = .readWrite, retries: Int = Self.retries,
        _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        try await transaction(in: principal.tenant.id, of: principal.request, mode, retries: retries, body)
    }

    /// Runs statements that no request asks for, such as an operator's, in one transaction inside a tenant. It is like `transaction(for:)`.
    package func transaction<Result: Sendable>(
        in tenant: UUID, _ mode: TransactionMode = .readWrite, retries: Int = Self.retries,
        _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        try await transaction(in: tenant, of: RequestContext(), mode, retries: retries, body)
    }

    /// Runs the push worker's statements across tenants in one transaction. Only the worker's role and the database's owner see rows in it.
    package func transactionAcrossTenants<Result: Sendable>(
        _ mode: TransactionMode = .readWrite, _ body: (WorkerTransaction) async throws -> Result
    ) async throws -> Result {
        let now = clock.now
        return try await retrying(Self.retries) {
            try await run(mode, entering: nil, at: now) { try await body(WorkerTransaction(now: now, transaction: $0)) }
        }
    }

    /// Runs one query or pipeline outside of tenants, and never retries it. It serves to find a tenant, for an operator's
    /// work on the list of tenants, and for rows that all tenants share.
    package func registry<Result: Sendable>(_ body: (Transaction) async throws -> Result) async throws -> Result {
        try await retrying(0) { try await available { try await pool.roundTrip(opening: [], body) } }
    }

    /// How often a transaction is repeated after it lost a race.
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
                    TenantTransaction(tenantID: tenant, now: now, transaction: $0, prediction: authentication, touched: touched))
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

    /// Repeats the work if it lost a race to another transaction. The result is the same as if it had begun a little later. If no retry is
    /// left, a deadlock or a serialization failure becomes 503: the client may try again.
    private func retrying<Result>(_ retries: Int, _ work: () async throws -> Result) async throws -> Result {
        for _ in 0..<retries {
            do { return try await work() } catch let error as PostgresError where error.isConflict {}
        }
        do { return try await work() } catch let error as PostgresError where error.isRetryable {
            throw Problem.unavailable(retryAfter: 1)
        }
    }

    /// Turns an unreachable database or an exhausted pool into 503 instead of 500. The client may try again.
    private func available<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as PostgresError where error.isUnavailable {
            throw Problem.unavailable(retryAfter: 1)
        }
    }
}

/// How a transaction runs.
package enum TransactionMode: Sendable {
    /// Any number of statements and round trips. COMMIT is one more round trip.
    case readWrite
    /// One query or pipeline, which is the whole transaction, in one round trip.
    case singleRoundTrip
    /// One pipeline that only reads, in one round trip and from one snapshot. It is retried if the schema has changed since the snapshot.
    case snapshot
    /// Any number of statements that only read, from one snapshot.
    case longSnapshot

    /// The statements that open the transaction: they enter the tenant, or the worker's scope if it is nil, at the given moment.
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

/// A transaction inside one tenant at one moment. Repositories are made only from it.
package struct TenantTransaction: Sendable {
    package let tenantID: UUID
    /// The moment that the whole transaction uses as now. SQL reads it with `app_now()`.
    package let now: Date
    private let transaction: Transaction
    /// The authentication that the first statements confirm or refute; nil if there is none.
    private let prediction: OptimisticAuthentication?
    private let touched: TouchedUsers

    fileprivate init(tenantID: UUID, now: Date, transaction: Transaction, prediction: OptimisticAuthentication?, touched: TouchedUsers) {
        self.tenantID = tenantID
        self.now = now
        self.transaction = transaction
        self.prediction = prediction
        self.touched = touched
    }

    /// Records the users that a change may concern. After the commit, the notifier wakes their long polls. Users who
    /// aren't recorded see the change when their long poll times out.
    package func touch(_ people: some Sequence<UUID>) {
        touched.add(people)
    }

    /// Records that a notification may be due. After the commit, a waiting worker checks the outbox at once.
    package func wakeWorkers() {
        touched.addOutbox()
    }

    /// Runs one statement and returns its rows.
    /// - Parameter isPrepared: false for a statement that runs only once.
    @discardableResult
    package func query(_ sql: SQL, isPrepared: Bool = true) async throws -> Rows {
        guard isPrepared else {
            guard let rows = try await transaction.pipeline([sql], isPrepared: false).first else {
                throw PostgresError.misuse("a statement without a result")
            }
            return rows
        }
        guard let prediction else { return try await transaction.query(sql) }
        return try await prediction.awaiting { try await transaction.query(sql) }
    }

    /// Runs several statements in one round trip.
    package func pipeline(_ statements: [SQL]) async throws -> [Rows] {
        guard let prediction, !statements.isEmpty else { return try await transaction.pipeline(statements) }
        return try await prediction.awaiting { try await transaction.pipeline(statements) }
    }
}

/// A transaction of the push worker at one moment, outside of any tenant. Its statements name the tenants themselves.
///
/// The statements are few and large, and PostgreSQL plans each for its own values. A generic plan that was made while
/// the tables were empty would last too long.
package struct WorkerTransaction: Sendable {
    /// The moment that rules use as now. Leases use the database's own clock.
    package let now: Date
    private let transaction: Transaction

    fileprivate init(now: Date, transaction: Transaction) {
        self.now = now
        self.transaction = transaction
    }

    /// Runs one statement and returns its rows.
    @discardableResult
    package func query(_ sql: SQL) async throws -> Rows {
        guard let rows = try await pipeline([sql]).first else { throw PostgresError.misuse("a statement without a result") }
        return rows
    }

    /// Runs several statements in one round trip.
    package func pipeline(_ statements: [SQL]) async throws -> [Rows] {
        try await transaction.pipeline(statements, isPrepared: false)
    }
}

extension PostgresError {
    /// Whether another transaction won: PostgreSQL broke a deadlock, a migration ended, or a referenced row was deleted
    /// at the same moment.
    fileprivate var isConflict: Bool { isRetryable || sqlState == .foreignKeyViolation }

    /// Whether another attempt may succeed a moment later.
    fileprivate var isRetryable: Bool { sqlState == .deadlockDetected || sqlState == .serializationFailure }
}
