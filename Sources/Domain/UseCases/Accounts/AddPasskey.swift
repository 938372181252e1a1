import DavenportAPI
import Foundation
import WebAuthn

extension UseCases {
    /// Lists the caller's passkeys.
    public func listPasskeys(_ caller: Caller, _ input: NoInput) async throws -> PasskeyList {
        PasskeyList(
            passkeys: try await database.transaction(for: caller, .singleRoundTrip) {
                try await PasskeyRepository($0).list(of: caller.userID)
            })
    }

    /// Makes the options with which a device of the caller makes a passkey.
    public func makePasskeyOptions(_ caller: Caller, _ input: NoInput) async throws -> PasskeyCreationOptions {
        try await database.transaction(for: caller) { transaction in
            let me = try await Ownership.session.lock(caller, transaction)
            let known = try await PasskeyRepository(transaction).stored(of: me.id)
            guard known.count < PasskeyRules.limit else { throw Problem(.limitReached) }
            let (host, _) = try await passkeyHost(of: caller, transaction)
            let challenge = try await PasskeyChallengeRepository(transaction).insert(.add(sessionID: caller.sessionID))
            let name = [me.givenName, me.familyName].compactMap(\.self).joined(separator: " ")
            return PasskeyCreationOptions(
                challenge: challenge, host: host, community: caller.tenant.name, userID: me.id, username: me.username,
                displayName: name.isEmpty ? me.username : name,
                excluding: known.filter { $0.rpID == host.name }.map(\.credentialID))
        }
    }

    /// Adds the passkey that a device of the caller has made.
    public func addPasskey(_ caller: Caller, _ input: NewPasskey) async throws -> Passkey {
        try await database.transaction(for: caller) { transaction in
            // Locked before the challenge, as the session's end does.
            guard try await AccountRepository(transaction).lockedMe(caller.userID) != nil else { throw Problem(.unauthenticated) }
            let passkeys = PasskeyRepository(transaction)
            guard try await passkeys.stored(of: caller.userID).count < PasskeyRules.limit else { throw Problem(.limitReached) }
            let made = try await verify(input, for: .add(sessionID: caller.sessionID), of: caller, transaction)
            return try await add(made.passkey, of: caller.userID, at: made.host, transaction)
        }
    }

    /// Stores a passkey that was verified.
    /// - Throws: `passkeyKnown`.
    @discardableResult
    func add(
        _ registered: RegisteredPasskey, of userID: UUID, at host: PasskeyHost, _ transaction: TenantTransaction
    ) async throws -> Passkey {
        guard let passkey = try await PasskeyRepository(transaction).insert(registered, of: userID, at: host) else {
            throw Problem(.passkeyKnown)
        }
        try await transaction.audit(.passkeyAdded, by: .user(userID), on: passkey.id)
        return passkey
    }
}

extension PasskeyCreationOptions {
    /// Makes the options for a person.
    /// - Parameter known: the ids of the passkeys that the person has for this host.
    init(
        challenge: [UInt8], host: PasskeyHost, community: String, userID: UUID, username: String, displayName: String,
        excluding known: [[UInt8]] = []
    ) {
        self.init(
            publicKey: .init(
                challenge: Base64URL(challenge), rp: .init(id: host.name, name: community),
                user: .init(id: Base64URL(PasskeyRules.userHandle(of: userID)), name: username, displayName: displayName),
                pubKeyCredParams: PasskeyRules.algorithms.map { .init(alg: $0.rawValue) }, timeout: PasskeyRules.timeout,
                excludeCredentials: known.map { PasskeyDescriptor(id: Base64URL($0)) }))
    }
}

extension PasskeyRequestOptions {
    /// Makes the options for a signature.
    /// - Parameter known: the ids of the passkeys that may sign; empty if any may.
    init(challenge: [UInt8], host: PasskeyHost, allowing known: [[UInt8]] = []) {
        self.init(
            publicKey: .init(
                challenge: Base64URL(challenge), timeout: PasskeyRules.timeout, rpId: host.name,
                allowCredentials: known.map { PasskeyDescriptor(id: Base64URL($0)) }))
    }
}
