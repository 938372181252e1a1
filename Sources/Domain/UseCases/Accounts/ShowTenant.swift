import DavenportAPI

/// Shows the tenant of a request, with the fields that everyone may see.
public struct ShowTenant: UseCase {
    private let database: Database
    private let services: Services

    public init(_ dependencies: Dependencies) {
        (database, services) = (dependencies.database, dependencies.services)
    }

    public func callAsFunction(_ visitor: Visitor, _ input: NoInput) async throws -> TenantInfo {
        let tenant = visitor.tenant
        let roles = tenant.signup == .open ? try await SignupRoles(database: database)(for: visitor) : []
        return TenantInfo(tenant, signupRoles: roles, services: services)
    }
}

extension TenantInfo {
    /// Describes a tenant with the fields that everyone may see.
    init(_ tenant: Tenant, signupRoles: [Role] = [], services: Services) {
        self.init(
            name: tenant.name, slug: tenant.slug, features: tenant.features, signup: tenant.signup, signupRoles: signupRoles,
            catalogue: services.hasCatalogue, fetchesSubtitles: services.fetchesSubtitles)
    }
}
