import DavenportAPI
import Foundation
import Postgres

/// Runs transactions. Everything that reads or writes a tenant's rows goes through one of these.
public struct Database: Sendable {
    package let pool: Pool
    public let clock: WallClock
    /// The long polls at this server and the channel by which other servers of this database wake them.
    public let changeNotifier: ChangeNotifier

    /// - Parameters:
    ///   - pool: connections as one role: the server's, the worker's, or the owner's.
    ///   - clock: the clock that the rules go by.
    public init(pool: Pool, clock: WallClock) {
        self.pool = pool
        self.clock = clock
        changeNotifier = ChangeNotifier(pool: pool)
    }

    /// The longest wait for a connection.
    package var waitLimit: Duration { pool.waitLimit }

    /// The moment that a transaction which begins now goes by: while a request is answered, the moment at which it was received.
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

    /// Runs statements in one transaction that is never retried, since its input comes only once, as a file does that is read
    /// meanwhile.
    package func unrepeated<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await givingWay { try await run(.transaction, in: tenant, at: now, body) }
    }

    /// Reads in one transaction from one snapshot and changes nothing. Never retried.
    package func longSnapshot<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await givingWay { try await run(.longSnapshot, in: tenant, at: now, body) }
    }

    /// Reads with one pipeline, in one round trip, from one snapshot. Nothing can be written. Retried when the schema has changed
    /// since the snapshot.
    package func snapshot<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.snapshot, in: tenant, at: now, body) }
    }

    /// Runs one query or pipeline outside of tenants: finding a tenant, an operator's work on the list of tenants, or rows that
    /// all tenants share. Never retried.
    package func registry<Result: Sendable>(_ body: (Transaction) async throws -> Result) async throws -> Result {
        try await givingWay { try await available { try await pool.roundTrip(opening: [], body) } }
    }

    /// Runs the push worker's query or pipeline across tenants, as a transaction of its own in one round trip. Retries as
    /// `transaction` does. Only the worker's role and the database's owner see rows in it.
    package func acrossTenants<Result: Sendable>(_ body: (WorkerTransaction) async throws -> Result) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.roundTrip, at: now, body) }
    }

    /// Runs several statements as `acrossTenants` does, where one depends on the result of another.
    package func transactionAcrossTenants<Result: Sendable>(_ body: (WorkerTransaction) async throws -> Result) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.transaction, at: now, body) }
    }

    /// Runs `body` again where it lost a race: the result is as if it had begun a little later.
    private func withoutCollision<Result>(_ work: () async throws -> Result) async throws -> Result {
        for _ in 0..<2 {
            do { return try await work() } catch let error as PostgresError where error.lostRace {}
        }
        return try await givingWay(work)
    }

    /// Turns a deadlock or a snapshot that is too old into 503 where nobody retries: the client may try again.
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

        /// The statements that come first in a transaction: of that tenant, or of the worker, at that moment.
        func opening(_ tenant: UUID?, _ now: Date) -> [SQL] {
            let enter: SQL = "SELECT enter(\(tenant), \(now))"
            switch self {
            case .transaction, .roundTrip: return [enter]
            case .snapshot, .longSnapshot:
                // Not by `SET TRANSACTION`: PostgreSQL logs a warning about it where no `BEGIN` came before.
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

    /// Turns a database that is away or has no free connection into 503, not 500: the client may try again.
    private func available<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as PostgresError where error.isUnavailable {
            throw Problem.unavailable(retryAfter: 1)
        }
    }
}

/// A transaction inside one tenant at one moment. Repositories are made from it, and from nothing else.
package struct TenantTransaction: Sendable {
    package let tenantID: UUID
    /// The moment that the whole transaction goes by. SQL sees it as `app_now()`.
    package let now: Date
    private let transaction: Transaction
    /// What the first statements find out.
    private let prediction: OptimisticAuthentication?
    private let touched: Touched

    fileprivate init(tenantID: UUID, now: Date, transaction: Transaction, prediction: OptimisticAuthentication?, touched: Touched) {
        self.tenantID = tenantID
        self.now = now
        self.transaction = transaction
        self.prediction = prediction
        self.touched = touched
    }

    /// Notes the users for whom something may have changed. After the commit, their long polls are woken. Users who aren't noted
    /// see the change when their long poll times out.
    package func touch(_ people: some Sequence<UUID>) {
        touched.add(people)
    }

    /// Notes that a notification may be due. After the commit, a waiting worker looks at once.
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

/// A transaction of the push worker at one moment, in no tenant: its statements name the tenants themselves.
///
/// The statements are few and large, and PostgreSQL plans each for its own values. A generic plan, made while the tables were
/// empty, would last too long.
package struct WorkerTransaction: Sendable {
    /// The moment that rules go by. Leases go by the database's own clock.
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
    /// Whether another transaction won: PostgreSQL broke a deadlock, a migration ended, or a referenced row was deleted at the
    /// same moment.
    fileprivate var lostRace: Bool { givesWay || sqlState == .foreignKeyViolation }

    /// Whether another attempt may succeed a moment later.
    fileprivate var givesWay: Bool { sqlState == .deadlockDetected || sqlState == .serializationFailure }
}
