import DavenportAPI
import Secrets

extension UseCases {
    /// Shows the tenant of a request, with the fields that everyone may see.
    public func showTenant(_ visitor: Visitor, _ input: NoInput) async throws -> TenantInfo {
        let tenant = visitor.tenant
        let shown = try await database.transaction(for: visitor, .singleRoundTrip) { try await TenantRepository($0).shown() }
        let key = services[WebPushHosts.self] == nil ? nil : shown.webPushKey
        return TenantInfo(
            tenant, signupRoles: tenant.signup == .open ? shown.signupRoles : [], services: services, contact: shown.contact,
            terms: shown.terms, webPushKey: key.map(Base64.url.encode), passwordLinks: shown.passwordLinkMakers,
            email: sendsMail(shown.host))
    }
}

extension TenantInfo {
    /// Describes a tenant with the fields that everyone may see.
    init(
        _ tenant: Tenant, signupRoles: [Role] = [], services: Services, contact: String? = nil, terms: String? = nil,
        webPushKey: String? = nil, passwordLinks: PasswordLinkMakers = .admins, email: Bool = false
    ) {
        self.init(
            name: tenant.name, slug: tenant.slug, features: tenant.features, signup: tenant.signup, signupRoles: signupRoles,
            catalogue: services.hasCatalogue, fetchesSubtitles: services.fetchesSubtitles, contact: contact, terms: terms,
            webPushKey: webPushKey, passwordLinks: passwordLinks, email: email)
    }
}
