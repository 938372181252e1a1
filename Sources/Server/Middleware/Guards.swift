import DavenportAPI
import Domain

/// Whom an endpoint's declaration lets in, of those who are known.
struct Guards {
    /// Only callers with one of these.
    private let roles: Set<Role>?
    /// Only where the tenant uses this.
    private let feature: Feature?

    init(of endpoint: some EndpointDeclaration) {
        if case .roles(let roles) = endpoint.who { self.roles = roles } else { roles = nil }
        feature = endpoint.feature
    }

    /// - Throws: `forbidden` or `featureOff`.
    func admit(_ caller: Caller) throws {
        if let roles, !roles.contains(caller.role) { throw Problem(.forbidden) }
        try admit(caller.tenant)
    }

    /// - Throws: `featureOff`.
    func admit(_ tenant: Tenant) throws {
        if let feature, !tenant.features.contains(feature) { throw Problem(.featureOff) }
    }
}
