import DavenportAPI

/// Makes a person of somebody who may have the role: a step of signing up, and of what operators do.
struct EnrollUser {
    let transaction: TenantTransaction

    /// - Throws: `emailTaken`, `usernameTaken`, or `invalid` for a teacher without the age.
    func callAsFunction(_ user: NewUser, role: Role, passwordHash: String) async throws -> Me {
        try role.requireBirthday(user.birthday, at: transaction.now)
        let accounts = AccountRepository(transaction)
        let color = try await accounts.rarestColor(of: IdentityColor.palette)
        return try await accounts.insert(
            user, id: .version7(at: transaction.now), role: role, passwordHash: passwordHash, identityColor: color)
    }
}
