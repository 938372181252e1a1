import DavenportAPI

extension UseCases {
    /// Lets an operator set a new password for a user who can't log in. It ends all sessions, keys and open
    /// invites of the user.
    ///
    /// Sets the password of the user with this e-mail address.
    /// - Throws: `notFound` if there is none, or it is a bot, which has no password; `invalid` if a user couldn't sign up
    ///   with the password.
    public func resetPassword(_ tenant: Tenant, email: String, to new: PasswordReset) async throws -> ListedUser {
        let database = database
        let found = try await database.transaction(in: tenant.id, .singleRoundTrip) {
            try await OperatedUserRepository($0).find(email: email)
        }
        guard let found, !found.bot else { throw Problem(.notFound) }
        try PasswordRules.refuseWeak(new.password, username: found.username, email: found.email)
        let hash = try await passwords.hash(new.password, for: tenant)
        try await database.transaction(in: tenant.id) { transaction in
            guard try await AccountRepository(transaction).lock([found.id]).contains(found.id) else { throw Problem(.notFound) }
            try await ReplacePassword(transaction: transaction)(of: found.id, hash: hash)
            try await InviteRepository(transaction).withdrawAll(of: found.id)
            try await transaction.audit(.passwordChanged, by: .operator, on: found.id)
        }
        return found
    }
}

/// The new password, as an operator enters it.
public struct PasswordReset: Input {
    public let password: String

    public init(_ fields: inout Fields) {
        password = fields.required("password", .password)
    }
}
