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
        return TenantInfo(
            name: tenant.name, slug: tenant.slug, features: tenant.features, signup: tenant.signup, signupRoles: roles,
            catalogue: services.hasCatalogue, fetchesSubtitles: services.fetchesSubtitles)
    }
}
