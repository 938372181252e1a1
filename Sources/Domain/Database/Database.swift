import DavenportAPI
import Foundation
import Postgres

/// The owner of transactions: everything that reads or writes a tenant's rows goes through one of these.
public struct Database: Sendable {
    package let pool: Pool
    public let clock: WallClock
    /// Who waits for changes, here and at other servers of this database.
    public let changeNotifier: ChangeNotifier

    /// - Parameters:
    ///   - pool: of connections as one role: the server's, the worker's, or the owner's.
    ///   - clock: what its rules go by.
    public init(pool: Pool, clock: WallClock) {
        self.pool = pool
        self.clock = clock
        changeNotifier = ChangeNotifier(pool: pool)
    }

    /// How long anybody waits for a connection.
    package var waitLimit: Duration { pool.waitLimit }

    /// The moment that what begins now goes by: where a request is answered, the one at which it was received.
    private var moment: Date { Receipt.moment ?? clock.now }

    /// Runs a use case's statements in one transaction, inside a tenant and at one moment. Run again, twice at most, when PostgreSQL chose
    /// it to break a deadlock, or when what it refers to went, or something new refers to what it deletes, at the same moment. It keeps the
    /// moment of its first run.
    package func transaction<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.transaction, in: tenant, at: now, body) }
    }

    /// Runs one query or pipeline as a transaction of its own, in one round trip; again as above.
    package func roundTrip<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.roundTrip, in: tenant, at: now, body) }
    }

    /// Runs statements in one transaction that is never run again, since what they go with comes once, such as a file that is read
    /// meanwhile.
    package func unrepeated<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await givingWay { try await run(.transaction, in: tenant, at: now, body) }
    }

    /// Reads in one transaction that sees all as it is when it begins, and changes nothing. It is never run again either.
    package func longSnapshot<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await givingWay { try await run(.longSnapshot, in: tenant, at: now, body) }
    }

    /// Reads by one pipeline, in one round trip, of which all statements see the same: one snapshot, in which nothing can be written. Run
    /// again when the schema has changed since its snapshot.
    package func snapshot<Result: Sendable>(
        in tenant: UUID, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.snapshot, in: tenant, at: now, body) }
    }

    /// Runs one query or pipeline outside of tenants: finding one, an operator's work on the list of them, or what all of them share. It
    /// is never run again.
    package func registry<Result: Sendable>(_ body: (Transaction) async throws -> Result) async throws -> Result {
        try await givingWay { try await available { try await pool.roundTrip(opening: [], body) } }
    }

    /// Runs the push worker's query or pipeline, across tenants, as a transaction of its own in one round trip; again as above. Only the
    /// worker's role and the database's owner see anything in it.
    package func acrossTenants<Result: Sendable>(_ body: (WorkerTransaction) async throws -> Result) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.roundTrip, at: now, body) }
    }

    /// As `acrossTenants`, for work whose statements depend on each other.
    package func transactionAcrossTenants<Result: Sendable>(_ body: (WorkerTransaction) async throws -> Result) async throws -> Result {
        let now = moment
        return try await withoutCollision { try await run(.transaction, at: now, body) }
    }

    /// What lost a race is as if it had come a little later.
    private func withoutCollision<Result>(_ work: () async throws -> Result) async throws -> Result {
        for _ in 0..<2 {
            do { return try await work() } catch let error as PostgresError where error.lostRace {}
        }
        return try await givingWay(work)
    }

    /// Whom PostgreSQL chose to break a deadlock, or whose snapshot is too old, may come again where that isn't done here: it is no fault.
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

        /// What comes before the statements of a transaction in that tenant, or of the worker, at that moment.
        func opening(_ tenant: UUID?, _ now: Date) -> [SQL] {
            let enter: SQL = "SELECT enter(\(tenant), \(now))"
            switch self {
            case .transaction, .roundTrip: return [enter]
            case .snapshot, .longSnapshot:
                // Not by `SET TRANSACTION`, of which PostgreSQL warns where no `BEGIN` came before.
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

    /// A database that is away or has no connection left is a state of the world, not a fault: the client may come again.
    private func available<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as PostgresError where error.isUnavailable {
            throw Problem.unavailable(retryAfter: 1)
        }
    }
}

/// A transaction inside one tenant at one moment. Repositories are made from it; there is no other way to make one.
package struct TenantTransaction: Sendable {
    package let tenantID: UUID
    /// The moment that the whole transaction goes by; SQL sees it as `app_now()`.
    package let now: Date
    private let transaction: Transaction
    /// What is found out with the first statements.
    private let prediction: OptimisticAuthentication?
    private let touched: Touched

    fileprivate init(tenantID: UUID, now: Date, transaction: Transaction, prediction: OptimisticAuthentication?, touched: Touched) {
        self.tenantID = tenantID
        self.now = now
        self.transaction = transaction
        self.prediction = prediction
        self.touched = touched
    }

    /// Notes for whom something may have changed: once this is committed, those of their requests are woken that wait for changes. Whom
    /// nothing is noted for learns of it when their wait ends.
    package func touch(_ people: some Sequence<UUID>) {
        touched.add(people)
    }

    /// Notes that something may be due in the outbox: once this is committed, a worker that waits looks at once.
    package func wakeWorkers() {
        touched.addOutbox()
    }

    /// One statement, answered when it was done.
    /// - Parameter isPrepared: false for one that comes once.
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

    /// Several statements in one round trip.
    package func pipeline(_ statements: [SQL]) async throws -> [Rows] {
        guard let prediction, !statements.isEmpty else { return try await transaction.pipeline(statements) }
        return try await prediction.awaiting { try await transaction.pipeline(statements) }
    }
}

/// A transaction of the push worker, at one moment, in no tenant: its statements name the tenants themselves.
///
/// They are seldom and large, and planned each time for their very values: a plan made while the tables were empty, or for one row where a
/// thousand come, would last for too long.
package struct WorkerTransaction: Sendable {
    /// The moment that rules go by; leases go by the database's own clock.
    package let now: Date
    private let transaction: Transaction

    fileprivate init(now: Date, transaction: Transaction) {
        self.now = now
        self.transaction = transaction
    }

    /// One statement, answered when it was done.
    @discardableResult
    package func query(_ sql: SQL) async throws -> Rows {
        guard let rows = try await pipeline([sql]).first else { throw PostgresError.misuse("a statement without a result") }
        return rows
    }

    /// Several statements in one round trip.
    package func pipeline(_ statements: [SQL]) async throws -> [Rows] {
        try await transaction.pipeline(statements, isPrepared: false)
    }
}

extension PostgresError {
    /// Whether another transaction won: a deadlock was broken, or a migration ended, or what one refers to went at the same moment.
    fileprivate var lostRace: Bool { givesWay || sqlState == .foreignKeyViolation }

    /// Whether it would go well a moment later.
    fileprivate var givesWay: Bool { sqlState == .deadlockDetected || sqlState == .serializationFailure }
}
