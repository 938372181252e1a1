import DavenportAPI

/// What has shown that a caller owns the account.
enum Ownership: Sendable {
    /// The password with this number (`AccountRepository.Credentials`).
    case password(number: Int)
    /// The session, which was confirmed in the last five minutes.
    case session
}

extension UseCases {
    /// Requires that the caller owns the account, before an action for which a stolen token must not be enough.
    ///
    /// The action's transaction checks with `lock` that it still holds.
    /// - Parameter password: the current password; nil if the session must be confirmed.
    /// - Throws: `wrongPassword`, `tooManyRequests`; `confirmFirst` without a password and a confirmed session.
    func confirmOwnership(_ password: String?, of caller: Caller) async throws -> Ownership {
        if let password { return .password(number: try await confirmPassword(password, of: caller).passwordNumber) }
        let isConfirmed = try await database.transaction(for: caller, .singleRoundTrip) {
            try await SessionRepository($0).isConfirmed(caller)
        }
        guard isConfirmed else { throw Problem(.confirmFirst) }
        return .session
    }

    /// Confirms the caller's session with the password or a passkey.
    public func confirm(_ caller: Caller, _ input: OwnershipProof) async throws -> NoContent {
        if let credential = input.credential {
            try await confirm(caller, with: credential)
        } else {
            let confirmed = try await confirmOwnership(input.currentPassword ?? "", of: caller)
            try await database.transaction(for: caller) { transaction in
                _ = try await confirmed.lock(caller, transaction)
                try await SessionRepository(transaction).confirm(caller.sessionID)
            }
        }
        return NoContent()
    }

    private func confirm(_ caller: Caller, with credential: PasskeySignature) async throws {
        try await throttle.attempt(.passkey(of: caller), for: caller) {
            let isConfirmed = try await database.transaction(for: caller) { transaction in
                // Locked before the challenge, as the session's end does.
                guard try await AccountRepository(transaction).lockedMe(caller.userID) != nil else { throw Problem(.unauthenticated) }
                let purpose = PasskeyChallengeRepository.Purpose.confirm(sessionID: caller.sessionID)
                let checked = try await check(credential, for: purpose, of: caller, transaction)
                guard let passkey = checked.passkey, passkey.userID == caller.userID, let asserted = checked.asserted else { return false }
                guard try await accept(passkey, asserted, transaction) else { return false }
                try await SessionRepository(transaction).confirm(caller.sessionID)
                return true
            }
            guard isConfirmed else { throw await wrong(.wrongPasskey, .passwordWrong, by: .user(caller.userID), for: caller) }
        }
    }
}

extension Ownership {
    /// Locks the caller's account until the transaction ends, if what has shown that they own it still holds.
    func lock(_ caller: Caller, _ transaction: TenantTransaction) async throws -> Me {
        let accounts = AccountRepository(transaction)
        switch self {
        case .password(let number):
            guard let me = try await accounts.lockedMe(caller.userID, passwordNumber: number) else { throw Problem(.wrongPassword) }
            return me
        case .session:
            guard let me = try await accounts.lockedMe(caller.userID) else { throw Problem(.unauthenticated) }
            // The session may have ended while the row was locked by a change of the password.
            guard try await SessionRepository(transaction).isConfirmed(caller) else { throw Problem(.confirmFirst) }
            return me
        }
    }
}
