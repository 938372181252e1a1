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

    /// The moment that a new transaction uses as now. While a request is answered, it is the moment at which the
    /// request was received.
    private var moment: Date { Receipt.moment ?? clock.now }

    /// Runs a use case's statements in one transaction, inside a tenant and at one moment.
    ///
    /// Retries at most twice after a deadlock, a serialization failure or a foreign-key violation. Every attempt keeps the moment
    /// of the first.
    package func transaction<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.transaction, in: tenant, at: now, body) }
    }

    /// Runs one query or pipeline as a transaction of its own, in one round trip. Retries as `transaction` does.
    package func roundTrip<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.roundTrip, in: tenant, at: now, body) }
    }

    /// Runs statements in one transaction and never retries it. Use it where the input can be read only once, such as a
    /// file that is read during the transaction.
    package func unrepeated<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await givingWay { try await run(.transaction, in: tenant, at: now, body) }
    }

    /// Reads in one transaction from one snapshot and changes nothing. It is never retried.
    package func longSnapshot<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await givingWay { try await run(.longSnapshot, in: tenant, at: now, body) }
    }

    /// Reads with one pipeline, in one round trip, from one snapshot. The transaction is read-only. It is retried if
    /// the schema has changed since the snapshot.
    package func snapshot<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.snapshot, in: tenant, at: now, body) }
    }

    /// Runs one query or pipeline outside of tenants. It is never retried. It serves to find a tenant, for an
    /// operator's work on the list of tenants, and for rows that all tenants share.
    package func registry<Result: Sendable>(_ body: (Transaction) async throws -> Result) async throws -> Result {
        try await givingWay { try await available { try await pool.roundTrip(opening: [], body) } }
    }

    /// Runs the push worker's query or pipeline across tenants, as a transaction of its own in one round trip. Retries as
    /// `transaction` does. Only the worker's role and the database's owner see rows in it.
    package func acrossTenants<Result: Sendable>(_ body: (WorkerTransaction) async throws -> Result) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.roundTrip, at: now, body) }
    }

    /// Runs several statements as `acrossTenants` does, if one depends on the result of another.
    package func transactionAcrossTenants<Result: Sendable>(_ body: (WorkerTransaction) async throws -> Result) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.transaction, at: now, body) }
    }

    /// Retries the work at most twice if it lost a race. The result is the same as if it had begun a little later.
    private func withoutCollision<Result>(_ work: () async throws -> Result) async throws -> Result {
        for _ in 0..<2 {
            do { return try await work() } catch let error as PostgresError where error.lostRace {}
        }
        return try await givingWay(work)
    }

    /// Turns a deadlock or a serialization failure into 503 if no retry is left. The client may try again.
    private func givingWay<Result>(_ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch let error as PostgresError where error.givesWay {
            throw Problem.unavailable(retryAfter: 1)
        }
    }

    private enum Extent {
        case transaction
        case roundTrip
        case snapshot
        case longSnapshot

        /// The statements that open a transaction: they enter the tenant, or the worker's scope if it is nil, at the
        /// given moment.
        func opening(_ tenant: UUID?, _ now: Date) -> [SQL] {
            let enter: SQL = "SELECT enter(\(tenant), \(now))"
            switch self {
            case .transaction, .roundTrip: return [enter]
            case .snapshot, .longSnapshot:
                // `SET TRANSACTION` would do the same, but PostgreSQL logs a warning about it outside of a `BEGIN`
                // block.
                return [
                    "SET transaction_isolation = 'repeatable read'", "SET transaction_read_only = on", enter,
                    "SELECT require_current_snapshot()",
                ]
            }
        }
    }

    private func run<Result: Sendable>(
        _ extent: Extent, in tenant: UUID, at now: Date, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let (prediction, condition) = (OptimisticAuthentication.current, OptimisticAuthentication.current?.condition(in: tenant, at: now))
        let touched = Touched()
        let result = try await run(extent, entering: tenant, at: now, if: condition) {
            let transaction = TenantTransaction(
                tenantID: tenant, now: now, transaction: $0, prediction: condition == nil ? nil : prediction, touched: touched)
            return try await body(transaction)
        }
        changeNotifier.tell(of: touched)
        return result
    }

    private func run<Result: Sendable>(
        _ extent: Extent, at now: Date, _ body: (WorkerTransaction) async throws -> Result
    ) async throws -> Result {
        try await run(extent, entering: nil, at: now) { try await body(WorkerTransaction(now: now, transaction: $0)) }
    }

    private func run<Result: Sendable>(
        _ extent: Extent, entering tenant: UUID?, at now: Date, if condition: SQL? = nil,
        _ body: (Transaction) async throws -> Result
    ) async throws -> Result {
        let opening = extent.opening(tenant, now) + (condition.map { [$0] } ?? [])
        return try await available {
            switch extent {
            case .transaction, .longSnapshot: try await pool.transaction(opening: opening, body)
            case .roundTrip, .snapshot: try await pool.roundTrip(opening: opening, body)
            }
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

/// A transaction inside one tenant at one moment. Repositories are made only from it.
package struct TenantTransaction: Sendable {
    package let tenantID: UUID
    /// The moment that the whole transaction uses as now. SQL reads it with `app_now()`.
    package let now: Date
    private let transaction: Transaction
    /// The authentication that the first statements confirm or refute; nil if there is none.
    private let prediction: OptimisticAuthentication?
    private let touched: Touched

    fileprivate init(tenantID: UUID, now: Date, transaction: Transaction, prediction: OptimisticAuthentication?, touched: Touched) {
        self.tenantID = tenantID
        self.now = now
        self.transaction = transaction
        self.prediction = prediction
        self.touched = touched
    }

    /// Records the users for whom something may have changed. After the commit, the notifier wakes their long polls.
    /// Users who aren't recorded see the change when their long poll times out.
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
    fileprivate var lostRace: Bool { givesWay || sqlState == .foreignKeyViolation }

    /// Whether another attempt may succeed a moment later.
    fileprivate var givesWay: Bool { sqlState == .deadlockDetected || sqlState == .serializationFailure }
}
