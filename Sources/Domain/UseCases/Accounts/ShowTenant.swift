import DavenportAPI
import Secrets

extension UseCases {
    /// Shows the tenant of a request, with the fields that everyone may see.
    public func showTenant(_ visitor: Visitor, _ input: NoInput) async throws -> TenantInfo {
        try await database.transaction(for: visitor, .singleRoundTrip) { try await info(of: visitor.tenant, $0) }
    }

    /// Describes a tenant with the fields that everyone may see.
    func info(of tenant: Tenant, _ transaction: TenantTransaction) async throws -> TenantInfo {
        let shown = try await TenantRepository(transaction).shown()
        let key = services[PushServiceHosts.self] == nil ? nil : shown.webPushKey
        return TenantInfo(
            name: tenant.name, slug: tenant.slug, features: tenant.features, signup: tenant.signup,
            signupRoles: tenant.signup == .open ? shown.signupRoles : [], catalogue: services.hasCatalogue,
            fetchesSubtitles: services.fetchesSubtitles, contact: shown.contact, terms: shown.terms,
            webPushKey: key.map(Base64.url.encode), passwordLinks: shown.passwordLinkMakers, email: sendsMail(shown.host),
            description: shown.description, identityColor: IdentityColor.color(of: tenant), pictureURL: shown.pictureURL)
    }
}
