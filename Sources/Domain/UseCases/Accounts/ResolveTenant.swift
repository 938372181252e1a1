import DavenportAPI

/// Finds the tenant of a request that has no token (rules 1).
public struct ResolveTenant: Sendable {
    private let registry: TenantRegistry

    public init(_ dependencies: Dependencies) {
        registry = TenantRegistry(database: dependencies.database)
    }

    /// - Parameters:
    ///   - slug: what the header `Davenport-Tenant` says.
    ///   - host: what the header `Host` says, without a port.
    ///   - address: where the request comes from.
    /// - Throws: `tenantNotFound` for an unknown or suspended one, `tenantRequired` where nothing says which.
    public func callAsFunction(slug: String?, host: String?, from address: ClientAddress = .unknown) async throws -> Visitor {
        let slug = try slug.map { slug in
            guard slug.isStorable else { throw Problem(.tenantNotFound) }
            return TenantSlug.compared(slug)
        }
        let host = host.flatMap { $0.isStorable ? TenantHosts.name($0) : nil }
        guard let found = try await registry.resolve(slug: slug, host: host) else {
            throw Problem(slug == nil ? .tenantRequired : .tenantNotFound)
        }
        guard !found.suspended else { throw Problem(.tenantNotFound) }
        return Visitor(tenant: found.tenant, address: address)
    }
}

extension String {
    /// Whether PostgreSQL can hold it: it takes every character but NUL.
    var isStorable: Bool { !utf8.contains(0) }
}
