import DavenportAPI
import Foundation
import Postgres

/// Reads and writes the limits that an operator changed for a tenant.
struct TenantLimitRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the tenant's limits, and locks them until the transaction ends.
    /// - Parameter declared: the limits that all areas declare.
    func limits(_ declared: [any DeclaredLimit]) async throws -> TenantLimits {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            "SELECT FROM tenants WHERE id = \(tenant) FOR NO KEY UPDATE",
            "SELECT name, value FROM tenant_limits WHERE tenant_id = \(tenant)",
        ])
        guard !rows[0].isEmpty else { throw Problem(.tenantNotFound) }
        return TenantLimits(declared, changed: try rows[1].reduce(into: [:]) { $0[try $1["name"]] = try $1["value"] as Int })
    }

    /// Returns the number that a rate limit allows a user now. A newcomer has only a part of it.
    func limit(_ allowance: Allowance, of userID: UUID) async throws -> Int {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT (SELECT value FROM tenant_limits WHERE tenant_id = \(tenant) AND name = \(allowance.name)) AS value,
                coalesce((SELECT braked_until > \(transaction.now) FROM users WHERE tenant_id = \(tenant) AND id = \(userID)), false)
                    AS is_newcomer
            """)
        guard let row = rows.first else { return allowance.usual }
        let limit: Int = try row["value"] ?? allowance.usual
        return try row["is_newcomer"] ? ModerationRules.newcomerLimit(limit) : limit
    }

    /// Stores those of the limits that differ from their defaults. Other limits have no row.
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

extension Capacity {
    /// Returns an SQL expression for how much a tenant may have: the operator's value, or the default.
    package func allowed(in tenant: UUID) -> SQL {
        "coalesce((SELECT l.value FROM tenant_limits AS l WHERE l.tenant_id = \(tenant) AND l.name = \(name)), \(usual)::bigint)"
    }
}
