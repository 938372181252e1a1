import DavenportAPI

extension UseCases {
    /// Lets an operator make a link with which the user with this e-mail address sets a new password.
    /// - Throws: `notFound` if there is no such user, or it is a bot, which has no password.
    public func makeOperatorPasswordLink(_ tenant: Tenant, email: String) async throws -> PasswordLink {
        try await database.transaction(in: tenant.id) { transaction in
            guard let found = try await OperatedUserRepository(transaction).find(email: email), !found.bot,
                try await AccountRepository(transaction).lock([found.id]).contains(found.id)
            else { throw Problem(.notFound) }
            return try await issuePasswordLink(for: found.id, by: nil, in: tenant, transaction)
        }
    }
}
