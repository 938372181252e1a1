import DavenportAPI

extension UseCases {
    /// Lets an operator set who may sign up in a tenant, and the roles among which people choose then (rule 2.21).
    ///
    /// Sets who may sign up. People who have signed up keep their roles.
    /// - Parameter roles: the roles among which people choose who sign up without an invite; none for the usual role.
    /// - Returns: the roles in the order in which clients get them.
    /// - Throws: `invalid`, naming `signupRoles`, if nobody may choose one of the roles, or sign-up requires an invite.
    public func changeTenantSignup(_ tenant: Tenant, _ signup: SignupPolicy, roles: [Role]) async throws -> [Role] {
        let roles = try Self.offered(roles, with: signup)
        try await database.transaction(in: tenant.id) { transaction in
            guard try await TenantRepository(transaction).setSignup(signup, roles: roles) else { return }
            try await transaction.audit(.signupChanged, by: .operator, detail: signup.rawValue)
        }
        return roles
    }

    /// Checks roles for a tenant, and returns them without duplicates.
    static func offered(_ roles: [Role], with signup: SignupPolicy) throws -> [Role] {
        guard roles.allSatisfy(Role.choosable.contains) else {
            let names = Role.choosable.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid("signupRoles", .notAllowed, "may hold \(names) only")
        }
        guard roles.isEmpty || signup == .open else {
            throw Problem.invalid("signupRoles", .notAllowed, "require that sign-up is open, since an invite determines the role")
        }
        return Role.choosable.filter(roles.contains)
    }
}
