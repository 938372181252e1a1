import DavenportAPI

/// Gives a tenant another name: an operator's work. Its slug stays.
public struct RenameTenant: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Throws: `invalid` for a name that has not 1 to 200 characters, or some that can't be seen.
    public func callAsFunction(_ tenant: Tenant, name: String) async throws {
        let name = try TenantName(name).text
        try await database.transaction(in: tenant.id) { transaction in
            try await TenantRepository(transaction).rename(name)
            try await transaction.audit(.tenantRenamed, by: .operator)
        }
    }
}
