import DavenportAPI
import Postgres

/// What an operator changed of a tenant's limits.
struct TenantLimitRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// The limits, which stay as they are until the transaction ends.
    /// - Parameter allowances: those of all areas.
    func limits(_ allowances: [Allowance]) async throws -> TenantLimits {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            "SELECT FROM tenants WHERE id = \(tenant) FOR NO KEY UPDATE",
            "SELECT name, value FROM tenant_limits WHERE tenant_id = \(tenant)",
        ])
        guard !rows[0].isEmpty else { throw Problem(.tenantNotFound) }
        return TenantLimits(allowances, changed: try rows[1].reduce(into: [:]) { $0[try $1["name"]] = try $1["value"] as Int })
    }

    /// Writes what isn't as usual, and nothing else of it.
    func set(_ limits: TenantLimits) async throws {
        let (tenant, unusual) = (transaction.tenantID, limits.unusual)
        let (names, values) = (Array(unusual.keys), Array(unusual.values))
        _ = try await transaction.pipeline([
            "DELETE FROM tenant_limits WHERE tenant_id = \(tenant)",
            """
            INSERT INTO tenant_limits (tenant_id, name, value)
            SELECT \(tenant)::uuid, name, value FROM unnest(\(names)::text[], \(values)::bigint[]) AS l (name, value)
            """,
        ])
    }
}
