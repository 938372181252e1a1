import DavenportAPI

/// Deletes a tenant with everything in it, for good: an operator's work. The audit stays, which holds ids only.
public struct DeleteTenant: Sendable {
    private let database: Database
    private let areas: [Area]

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        areas = dependencies.areas
    }

    /// The tenant is suspended first, so that nobody adds to it meanwhile. Of the areas the last is emptied first: it stands above the
    /// others.
    public func callAsFunction(_ tenant: Tenant) async throws {
        _ = try await database.transaction(in: tenant.id) { try await TenantRepository($0).setSuspended(true) }
        try await database.transaction(in: tenant.id) { transaction in
            try await TenantRepository(transaction).delete(from: areas.reversed().flatMap { $0.tables })
            try await transaction.audit(.tenantDeleted, by: .operator)
        }
    }
}
