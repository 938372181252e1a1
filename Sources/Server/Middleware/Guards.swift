import DavenportAPI
import Domain

/// The conditions that an endpoint sets for its caller and the caller's tenant: a role and a feature.
struct Guards {
    /// The roles that may call the endpoint; nil if every role may.
    private let roles: Set<Role>?
    /// The feature that the tenant must have enabled; nil if the endpoint requires none.
    private let feature: Feature?

    init(of endpoint: some EndpointDeclaration) {
        if case .roles(let roles) = endpoint.who { self.roles = roles } else { roles = nil }
        feature = endpoint.feature
    }

    /// Checks that the caller's role may call the endpoint and that the tenant has the endpoint's feature.
    /// - Throws: the problem `forbidden` or `featureOff`.
    func admit(_ caller: Caller) throws {
        if let roles, !roles.contains(caller.role) { throw Problem(.forbidden) }
        try admit(caller.tenant)
    }

    /// Checks that the tenant has the endpoint's feature.
    /// - Throws: the problem `featureOff`.
    func admit(_ tenant: Tenant) throws {
        if let feature, !tenant.features.contains(feature) { throw Problem(.featureOff) }
    }
}
