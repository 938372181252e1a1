import DavenportAPI

extension UseCases {
    /// Lets an operator delete a tenant with all its data, for good. The audit log stays, because it contains only ids.
    ///
    /// Deletes the tenant. It is suspended first, so that no request adds rows in the meantime. Areas are emptied from
    /// the last to the first, because later areas refer to earlier ones.
    public func deleteTenant(_ tenant: Tenant) async throws {
        _ = try await database.transaction(in: tenant.id) { try await TenantRepository($0).set(.suspended) }
        try await database.transaction(in: tenant.id) { transaction in
            try await TenantRepository(transaction).delete(from: areas.reversed().flatMap { $0.tables })
            try await transaction.audit(.tenantDeleted, by: .operator)
        }
    }
}
