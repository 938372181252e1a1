import DavenportAPI
import Foundation

extension UseCases {
    /// The features of such a tenant.
    static let features: [Feature] = [.watch, .play]

    /// Creates a tenant for somebody who asks for one, and the account of its owner, where the operator allows that (rule 1.9).
    /// - Throws: `featureOff` if only operators create tenants; `invalid`; `tooManyRequests`.
    public func createOwnTenant(_ stranger: Stranger, _ input: NewTenant) async throws -> CreatedTenant {
        guard services.createsTenants else { throw Problem(.featureOff) }
        let (slug, name, owner) = (try TenantSlug(input.slug), try TenantName(input.name), input.owner)
        try slug.refuseForStrangers()
        let tenant = Tenant(
            id: .version7(at: clock.now), slug: slug.text, name: name.text, features: Self.features, signup: .invite)
        let password = try owner.strongPassword()
        if let username = owner.username { try ReservedUsernames.refuse(username, in: tenant) }
        // All strangers share the places of one tenant, so that they never delay everybody else's log-ins.
        return try await passwords.admit(stranger.tenant, from: stranger.address) {
            try await create(tenant, owner, password: password, stranger)
        }
    }

    private func create(_ tenant: Tenant, _ owner: NewUser, password: String, _ stranger: Stranger) async throws -> CreatedTenant {
        // Refuse all that can be refused before the password is hashed. The transaction refuses it again.
        guard try await TenantRegistry(database: database).resolve(slug: tenant.slug, host: nil) == nil else {
            throw TenantRepository.slugTaken
        }
        let windows: [ThrottleWindow] = .createdTenants(from: stranger.address)
        try await database.transaction(for: stranger) { try await DeploymentThrottleRepository($0).requireRoom(in: windows) }
        let passwordHash = try await passwords.hash(password, for: stranger.tenant)
        return try await database.transaction(for: stranger.creating(tenant)) { transaction in
            let throttles = DeploymentThrottleRepository(transaction)
            try await throttles.count(windows)
            try await TenantRepository(transaction).insertSelfMade(tenant)
            let me = try await EnrollUser(transaction: transaction, areas: areas)(
                owner, role: .owner, passwordHash: passwordHash, in: tenant)
            try await sendEmailVerification(to: me, in: tenant, transaction)
            try await transaction.audit(.tenantCreated, by: .user(me.id))
            try await transaction.audit(.signedUp, by: .user(me.id), detail: me.role.rawValue)
            try await throttles.tidy()
            return CreatedTenant(tenant: try await info(of: tenant, transaction), owner: me)
        }
    }
}
