import DavenportAPI

extension UseCases {
    /// Changes the caller's password, or sets their first one, and ends all other sessions of the caller, all their keys, and their
    /// open invites if they ask for that.
    public func changePassword(_ caller: Caller, _ input: PasswordChange) async throws -> NoContent {
        let database = database
        let me = try await database.transaction(for: caller, .singleRoundTrip) { try await AccountRepository($0).me(caller.userID) }
        guard let me else { throw Problem(.unauthenticated) }
        try PasswordRules.refuseWeak(input.newPassword, username: me.username, email: me.email, field: "newPassword")
        let confirmed = try await confirmOwnership(input.currentPassword, of: caller)
        let hash = try await passwords.admit(caller.tenant, from: caller.address) {
            try await passwords.hash(input.newPassword, for: caller.tenant)
        }
        return try await database.transaction(for: caller) { transaction in
            _ = try await confirmed.lock(caller, transaction)
            try await ReplacePassword(transaction: transaction)(of: caller.userID, hash: hash, but: caller.sessionID)
            if input.endInvites { try await InviteRepository(transaction).withdrawAll(of: caller.userID) }
            try await transaction.audit(.passwordChanged, by: .user(caller.userID))
            return NoContent()
        }
    }
}
