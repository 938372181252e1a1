import DavenportAPI

extension UseCases {
    /// Finds the tenant whose slug an operator's command names.
    ///
    /// Returns the tenant with this slug, even if it is suspended.
    /// - Throws: `tenantNotFound` if there is none.
    public func findTenant(slug: String) async throws -> Tenant {
        guard let found = try await registry.resolve(slug: TenantSlug.compared(slug), host: nil) else { throw Problem(.tenantNotFound) }
        return found.tenant
    }

    private var registry: TenantRegistry { TenantRegistry(database: database) }
}
