import DavenportAPI

/// Finds the tenant whose slug an operator's command names.
public struct FindTenant: Sendable {
    private let registry: TenantRegistry

    public init(_ dependencies: Dependencies) {
        registry = TenantRegistry(database: dependencies.database)
    }

    /// Returns the tenant with this slug, even if it is suspended.
    /// - Throws: `tenantNotFound` if there is none.
    public func callAsFunction(slug: String) async throws -> Tenant {
        guard let found = try await registry.resolve(slug: TenantSlug.compared(slug), host: nil) else { throw Problem(.tenantNotFound) }
        return found.tenant
    }
}
