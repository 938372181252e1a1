import DavenportAPI
import Foundation

extension UseCases {
    /// Lets an operator, who connects as the database's owner, create a tenant.
    /// - Parameters:
    ///   - slug: 2 to 40 characters of a–z, 0–9 and `-`. The first one isn't `-`.
    ///   - name: 1 to 200 characters.
    ///   - signupRoles: the roles among which people choose at open sign-up; none for the usual role.
    ///   - hosts: the host names or addresses whose requests belong to this tenant, without ports and in any case.
    /// - Throws: `invalid`, naming `slug`, `name`, `signupRoles` or `hosts`.
    public func createTenant(
        slug: String, name: String, features: [Feature], signup: SignupPolicy, signupRoles: [Role] = [], hosts: [String]
    ) async throws -> Tenant {
        let roles = try Self.offered(signupRoles, with: signup)
        let (slug, hosts) = (try TenantSlug(slug), try TenantHosts(hosts))
        let tenant = Tenant(
            id: .version7(at: database.clock.now), slug: slug.text, name: try TenantName(name).text, features: features, signup: signup)
        try await database.transaction(in: tenant.id) { transaction in
            try await TenantRepository(transaction).insert(tenant, signupRoles: roles, hosts: hosts.names)
            try await transaction.audit(.tenantCreated, by: .operator)
        }
        return tenant
    }

    /// Checks what `createTenant` takes, before there is a database.
    /// - Returns: the host in the form in which it is stored.
    /// - Throws: as `createTenant`.
    public static func checkTenant(slug: String, name: String, host: String) throws -> String {
        let stored = try TenantHosts([host]).names[0]
        _ = (try TenantSlug(slug), try TenantName(name))
        return stored
    }
}
