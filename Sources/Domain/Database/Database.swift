import DavenportAPI
import Foundation
import Postgres

/// The owner of transactions: everything that reads or writes a tenant's rows goes through one of these.
public struct Database: Sendable {
    package let pool: Pool
    public let clock: WallClock

    /// - Parameters:
    ///   - pool: of connections as one role: the server's, the worker's, or the owner's.
    ///   - clock: what its rules go by.
    public init(pool: Pool, clock: WallClock) {
        self.pool = pool
        self.clock = clock
    }

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

    /// Runs one query or pipeline outside of tenants: finding one, an operator's work on the list of them, or what all of them share.
    package func registry<Result: Sendable>(_ body: (Transaction) async throws -> Result) async throws -> Result {
        try await available { try await pool.roundTrip(opening: [], body) }
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
        return try await work()
    }

    private enum Extent {
        case transaction
        case roundTrip
    }

    private func run<Result: Sendable>(
        _ extent: Extent, in tenant: UUID, at now: Date, _ body: (TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let (prediction, condition) = (Prediction.current, Prediction.current?.condition(in: tenant, at: now))
        return try await run(extent, entering: tenant, at: now, if: condition) {
            let transaction = TenantTransaction(
                tenantID: tenant, now: now, transaction: $0, prediction: condition == nil ? nil : prediction)
            return try await body(transaction)
        }
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
        var opening: [SQL] = ["SELECT enter(\(tenant), \(now))"]
        if let condition { opening.append(condition) }
        return try await available {
            switch extent {
            case .transaction: try await pool.transaction(opening: opening, body)
            case .roundTrip: try await pool.roundTrip(opening: opening, body)
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
    private let prediction: Prediction?

    fileprivate init(tenantID: UUID, now: Date, transaction: Transaction, prediction: Prediction?) {
        self.tenantID = tenantID
        self.now = now
        self.transaction = transaction
        self.prediction = prediction
    }

    /// One statement, answered when it was done.
    @discardableResult
    package func query(_ sql: SQL) async throws -> Rows {
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
    /// Whether another transaction won: a deadlock was broken, or what one refers to went at the same moment.
    fileprivate var lostRace: Bool { sqlState == .deadlockDetected || sqlState == .foreignKeyViolation }
}
