import Foundation

/// Claims due notifications of all tenants, so that only this worker sends them.
public struct ClaimDeliveries: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Claims due notifications.
    /// - Parameters:
    ///   - limit: the maximum number of deliveries: one for each device of a recipient. The last recipient's devices
    ///     may exceed it.
    ///   - perTenant: the maximum number of deliveries of one tenant, including those in `busy`.
    ///   - busy: the number of deliveries that the worker is sending already, by tenant.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction(limit: Int, perTenant: Int, busy: [UUID: Int] = [:]) async throws -> Claim {
        let idleSince = SessionRules.idleLimit(at: database.clock.now)
        return try await database.transactionAcrossTenants {
            try await OutboxRepository($0).claim(UUID(), limit: limit, perTenant: perTenant, busy: busy, idleSince: idleSince)
        }
    }
}
