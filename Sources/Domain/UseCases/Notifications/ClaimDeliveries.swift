import Foundation

/// Takes what is due to be told, a few of each tenant, for this worker alone.
public struct ClaimDeliveries: Sendable {
    private let database: Database

    /// - Parameter database: as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameters:
    ///   - limit: how many deliveries at most, give or take the devices of one person.
    ///   - perTenant: how many of one tenant at most, less those in `busy`.
    ///   - busy: how many of which tenants are in the works already.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction(limit: Int, perTenant: Int, busy: [UUID: Int] = [:]) async throws -> Claim {
        let idleSince = SessionRules.idleLimit(at: database.clock.now)
        return try await database.transactionAcrossTenants {
            try await OutboxRepository($0).claim(UUID(), limit: limit, perTenant: perTenant, busy: busy, idleSince: idleSince)
        }
    }
}
