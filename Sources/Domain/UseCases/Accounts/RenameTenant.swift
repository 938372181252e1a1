import DavenportAPI

extension UseCases {
    /// Lets an operator rename a tenant. The slug stays the same.
    /// - Throws: `invalid` if the name doesn't have 1 to 200 characters, or contains invisible ones.
    public func renameTenant(_ tenant: Tenant, name: String) async throws {
        let name = try TenantName(name).text
        try await database.transaction(in: tenant.id) { transaction in
            try await TenantRepository(transaction).rename(name)
            try await transaction.audit(.tenantRenamed, by: .operator)
        }
    }
}
