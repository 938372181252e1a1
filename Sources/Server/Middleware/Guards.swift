import DavenportAPI
import Domain

/// The conditions of an endpoint's declaration that a caller or tenant must meet.
struct Guards {
    /// The roles that may call the endpoint; nil if every role may.
    private let roles: Set<Role>?
    /// The feature that the tenant must have enabled, or nil for none.
    private let feature: Feature?

    init(of endpoint: some EndpointDeclaration) {
        if case .roles(let roles) = endpoint.who { self.roles = roles } else { roles = nil }
        feature = endpoint.feature
    }

    /// Checks the caller's role and tenant.
    /// - Throws: `forbidden` or `featureOff`.
    func admit(_ caller: Caller) throws {
        if let roles, !roles.contains(caller.role) { throw Problem(.forbidden) }
        try admit(caller.tenant)
    }

    /// Checks the tenant's features.
    /// - Throws: `featureOff`.
    func admit(_ tenant: Tenant) throws {
        if let feature, !tenant.features.contains(feature) { throw Problem(.featureOff) }
    }
}
