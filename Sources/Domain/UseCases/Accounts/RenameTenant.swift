import DavenportAPI

/// Renames a tenant. It serves operators. The slug stays.
public struct RenameTenant: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Sets the name.
    /// - Throws: `invalid` if the name hasn't 1 to 200 characters, or contains invisible ones.
    public func callAsFunction(_ tenant: Tenant, name: String) async throws {
        let name = try TenantName(name).text
        try await database.transaction(in: tenant.id) { transaction in
            try await TenantRepository(transaction).rename(name)
            try await transaction.audit(.tenantRenamed, by: .operator)
        }
    }
}
