import DavenportAPI
import Foundation

extension UseCases {
    /// Makes the options with which a device signs a log-in. Nobody is known yet, so any passkey of the community's host may sign.
    public func makePasskeyLogInOptions(_ visitor: Visitor, _ input: NoInput) async throws -> PasskeyRequestOptions {
        try await database.transaction(for: visitor) { transaction in
            let throttles = ThrottleRepository(transaction)
            _ = try await throttles.count(.passkeyChallenges(from: visitor.address))
            let (host, _) = try await passkeyHost(of: visitor, transaction)
            let challenge = try await PasskeyChallengeRepository(transaction).insert(.logIn)
            try await throttles.tidy()
            return PasskeyRequestOptions(challenge: challenge, host: host)
        }
    }

    /// Makes the options with which a device signs that the caller owns the account.
    public func makeConfirmationOptions(_ caller: Caller, _ input: NoInput) async throws -> PasskeyRequestOptions {
        try await database.transaction(for: caller) { transaction in
            let (host, _) = try await passkeyHost(of: caller, transaction)
            let known = try await PasskeyRepository(transaction).stored(of: caller.userID).filter { $0.rpID == host.name }
            let challenge = try await PasskeyChallengeRepository(transaction).insert(.confirm(sessionID: caller.sessionID))
            return PasskeyRequestOptions(challenge: challenge, host: host, allowing: known.map(\.credentialID))
        }
    }

    /// Logs a user in with a passkey.
    ///
    /// The error is the same for an unknown passkey, a wrong signature, a used challenge, and a suspended account.
    public func logInWithPasskey(_ visitor: Visitor, _ input: PasskeyLogIn) async throws -> SignedIn {
        try await throttle.attempt(.passkey(from: visitor.address), for: visitor) {
            let outcome = try await database.transaction(for: visitor) { try await beginSession(visitor, input, $0) }
            switch outcome {
            case .signedIn(let signedIn): return signedIn
            case .refused(let userID):
                throw await wrong(.passkeyInvalid, .logInFailed, by: .anybody, on: userID, for: visitor)
            }
        }
    }

    private enum PasskeyLogInOutcome: Sendable {
        case signedIn(SignedIn)
        /// The passkey belongs to this user; nil if it is unknown.
        case refused(UUID?)
    }

    /// Begins a session. It commits also if the log-in is refused, because the challenge is used up.
    private func beginSession(
        _ visitor: Visitor, _ input: PasskeyLogIn, _ transaction: TenantTransaction
    ) async throws -> PasskeyLogInOutcome {
        let checked = try await check(input.credential, for: .logIn, of: visitor, transaction)
        guard let passkey = checked.passkey, let asserted = checked.asserted else { return .refused(checked.passkey?.userID) }
        let accounts = AccountRepository(transaction)
        if try await accounts.liftEndedSuspension(of: passkey.userID) {
            try await transaction.audit(.userResumed, by: .user(passkey.userID))
        }
        // The lock orders this log-in with a suspension, a removal of the passkey and an end of all sessions.
        guard let me = try await accounts.lockedMe(passkey.userID), try await accept(passkey, asserted, transaction) else {
            return .refused(passkey.userID)
        }
        try await transaction.audit(.loggedIn, by: .user(me.id))
        try await announceSignIn(of: me, from: visitor.address, deviceName: input.deviceName, transaction)
        let session = BeginSession(transaction: transaction)
        return .signedIn(try await session(for: me, source: .login, deviceName: input.deviceName))
    }
}
