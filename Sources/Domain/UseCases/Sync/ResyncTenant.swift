import DavenportAPI

extension UseCases {
    /// Makes every client of a tenant sync from the beginning. It serves operators whose restored backup can't be detected by
    /// a query.
    public func resyncTenant(_ tenant: Tenant) async throws {
        try await database.transaction(in: tenant.id) { try await TenantRepository($0).renewSyncKey() }
    }
}
