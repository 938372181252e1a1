import DavenportAPI

/// Shows the tenant of a request, with the fields that everyone may see.
public struct ShowTenant: UseCase {
    private let services: Services

    public init(_ dependencies: Dependencies) {
        services = dependencies.services
    }

    public func callAsFunction(_ visitor: Visitor, _ input: NoInput) async throws -> TenantInfo {
        let tenant = visitor.tenant
        return TenantInfo(
            name: tenant.name, slug: tenant.slug, features: tenant.features, signup: tenant.signup, catalogue: services.hasCatalogue,
            fetchesSubtitles: services.fetchesSubtitles)
    }
}
