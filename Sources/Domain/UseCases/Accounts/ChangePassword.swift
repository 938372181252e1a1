import DavenportAPI

extension UseCases {
    /// Changes the caller's password and ends all other sessions of the caller, all their keys, and their open invites if they
    /// ask for that.
    public func changePassword(_ caller: Caller, _ input: PasswordChange) async throws -> NoContent {
        let database = database
        let me = try await database.transaction(for: caller, .singleRoundTrip) { try await AccountRepository($0).me(caller.userID) }
        guard let me else { throw Problem(.unauthenticated) }
        try PasswordRules.refuseWeak(input.newPassword, username: me.username, email: me.email, field: "newPassword")
        let confirmed = try await confirmPassword(input.currentPassword, of: caller)
        let hash = try await passwords.admit(caller.tenant, from: caller.address) {
            try await passwords.hash(input.newPassword, for: caller.tenant)
        }
        return try await database.transaction(for: caller) { transaction in
            let accounts = AccountRepository(transaction)
            guard try await accounts.lockedMe(caller.userID, passwordNumber: confirmed.passwordNumber) != nil else {
                throw Problem(.wrongPassword)
            }
            try await accounts.setPassword(of: caller.userID, hash: hash)
            try await SessionRepository(transaction).endAll(of: caller.userID, but: caller.sessionID)
            try await AccessKeyRepository(transaction).deleteAll(of: caller.userID)
            if input.endInvites { try await InviteRepository(transaction).withdrawAll(of: caller.userID) }
            try await transaction.audit(.passwordChanged, by: .user(caller.userID))
            return NoContent()
        }
    }
}
