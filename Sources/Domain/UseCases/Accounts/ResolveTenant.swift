import DavenportAPI

extension UseCases {
    /// Finds the tenant of a request that has no token (rules 1).
    /// - Parameters:
    ///   - slug: the value of the header `Davenport-Tenant`; nil without one.
    ///   - host: the value of the header `Host` without its port; nil without one.
    ///   - address: the client's address.
    /// - Throws: `tenantNotFound` if there is no such tenant or it is suspended; `tenantRequired` if neither header
    ///   identifies a tenant; `unavailable` if the tenant is being moved.
    public func resolveTenant(slug: String?, host: String?, from address: ClientAddress = .unknown) async throws -> Visitor {
        let slug = try slug.map { slug in
            guard slug.isStorable else { throw Problem(.tenantNotFound) }
            return TenantSlug.compared(slug)
        }
        let host = host.flatMap { $0.isStorable ? TenantHosts.name($0) : nil }
        guard let found = try await TenantRegistry(database: database).resolve(slug: slug, host: host) else {
            throw Problem(slug == nil ? .tenantRequired : .tenantNotFound)
        }
        let visitor = Visitor(tenant: found.tenant, address: address)
        if found.suspended {
            try await database.transaction(for: visitor, .singleRoundTrip) { try await TenantRepository($0).standing() }.requireOpen()
        }
        return visitor
    }
}

extension String {
    /// Whether PostgreSQL can store the text. PostgreSQL refuses only a text with the character NUL.
    var isStorable: Bool { !utf8.contains(0) }
}
