import DavenportAPI

extension UseCases {
    /// Lets an operator change the role of any user, even of an owner, suspend the user, or end the suspension.
    ///
    /// Applies the role and the suspension; nil changes nothing. A suspension ends the user's sessions.
    /// - Throws: `notFound` if no user has the e-mail address; `lastOwner` if the tenant would lose its last owner;
    ///   `invalid` if a new teacher is too young or has no birthday.
    public func changeUser(_ tenant: Tenant, email: String, role: Role? = nil, suspended: Bool? = nil) async throws -> ListedUser {
        try await database.transaction(in: tenant.id) { transaction in
            let (people, standings) = (OperatedUserRepository(transaction), RoleAndSuspensionRepository(transaction))
            try await standings.lockOwnership()
            guard let found = try await people.find(email: email), let standing = try await standings.locked([found.id])[found.id] else {
                throw Problem(.notFound)
            }
            try await ChangeRoleOrSuspension(transaction: transaction)(
                standing, role: role, suspended.map { $0 ? .suspend(until: nil) : .lift }, by: .operator)
            guard let changed = try await people.find(email: email) else { throw Problem(.notFound) }
            return changed
        }
    }
}
