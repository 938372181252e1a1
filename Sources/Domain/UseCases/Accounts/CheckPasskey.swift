import DavenportAPI
import Foundation
import Secrets
import WebAuthn

extension UseCases {
    /// A signature that was checked.
    struct CheckedSignature: Sendable {
        /// The passkey that the signature names; nil if there is none.
        let passkey: PasskeyRepository.Stored?
        /// What the device says, if the signature and its challenge are right; otherwise nil.
        let asserted: AssertedPasskey?
    }

    /// A new passkey that was verified.
    struct VerifiedPasskey: Sendable {
        let passkey: RegisteredPasskey
        let host: PasskeyHost
        let challenge: PasskeyChallengeRepository.Used
    }

    /// Checks a signature by a passkey, and uses up its challenge. The transaction must commit also if the signature is wrong.
    ///
    /// An unknown passkey causes the same work as a known one, so that the time doesn't say which passkeys exist.
    func check(
        _ signature: PasskeySignature, for purpose: PasskeyChallengeRepository.Purpose, of principal: some Principal,
        _ transaction: TenantTransaction
    ) async throws -> CheckedSignature {
        let (host, apps) = try await passkeyHost(of: principal, transaction)
        let response = signature.response
        let (clientData, deviceData) = (response.clientDataJSON.bytes, response.authenticatorData.bytes)
        let challenge = ClientData.challenge(of: clientData) ?? Randomness.bytes(PasskeyRules.challengeSize)
        let used = try await PasskeyChallengeRepository(transaction).use(challenge, for: purpose)
        let found = try await PasskeyRepository(transaction).find(signature.id.bytes)
        let asserted = try? PasskeyVerifier.authenticate(
            clientDataJSON: clientData, authenticatorData: deviceData, signature: response.signature.bytes, challenge: challenge,
            relyingParty: host.relyingParty(apps), publicKey: found?.publicKey ?? PasskeyRules.nobodysKey,
            storedSignCount: found?.signCount ?? 0, isBackupEligible: Self.claimsBackup(deviceData), requiresUserVerification: false)
        guard used != nil, let passkey = found, let asserted, passkey.allows(asserted, deviceData, at: host) else {
            return CheckedSignature(passkey: found, asserted: nil)
        }
        // A log-in knows its person by the handle alone.
        let handle = response.userHandle?.bytes
        let isTheirs = handle == PasskeyRules.userHandle(of: passkey.userID) || handle == nil && purpose != .logIn
        return CheckedSignature(passkey: passkey, asserted: isTheirs ? asserted : nil)
    }

    /// Records that a passkey has signed, or ends it if its sign count went back: then a copy of it may be in use. The user's row
    /// must be locked.
    /// - Returns: whether the signature counts.
    func accept(
        _ passkey: PasskeyRepository.Stored, _ asserted: AssertedPasskey, _ transaction: TenantTransaction
    ) async throws -> Bool {
        let passkeys = PasskeyRepository(transaction)
        if !asserted.wentBack, try await passkeys.touch(passkey, asserted) { return true }
        guard try await passkeys.delete(passkey.id) else { return false }
        try await passkeys.notifyOfEnd(passkey.userID)
        try await transaction.audit(.passkeyEnded, by: .anybody, on: passkey.userID)
        return false
    }

    /// Verifies a new passkey, and uses up its challenge.
    /// - Parameter prefix: what stands before the names of the passkey's fields in the request.
    /// - Throws: `invalid`, naming the field that is wrong; `featureOff`.
    func verify(
        _ new: NewPasskey, for purpose: PasskeyChallengeRepository.Purpose, of principal: some Principal, prefix: String = "",
        _ transaction: TenantTransaction
    ) async throws -> VerifiedPasskey {
        let (host, apps) = try await passkeyHost(of: principal, transaction)
        let clientData = new.response.clientDataJSON.bytes
        guard let challenge = ClientData.challenge(of: clientData),
            let used = try await PasskeyChallengeRepository(transaction).use(challenge, for: purpose)
        else { throw Problem.invalid(prefix + "response.clientDataJSON", .unknown, "has a challenge that is wrong, used or over") }
        let registered: RegisteredPasskey
        do throws(PasskeyFailure) {
            registered = try PasskeyVerifier.register(
                clientDataJSON: clientData, attestationObject: new.response.attestationObject.bytes, challenge: challenge,
                relyingParty: host.relyingParty(apps), requiresUserVerification: false)
        } catch {
            let field = error.isOfClientData ? "response.clientDataJSON" : "response.attestationObject"
            throw Problem.invalid(prefix + field, .notAllowed, "is no passkey for this community (WebAuthn, step \(error.step))")
        }
        guard registered.id == new.id.bytes else { throw Problem.invalid(prefix + "id", .notAllowed, "must be the passkey's own id") }
        return VerifiedPasskey(passkey: registered, host: host, challenge: used)
    }

    /// Returns the host for which passkeys are made, and the community's apps.
    /// - Throws: `featureOff` if there is none, such as for a request to an address.
    func passkeyHost(
        of principal: some Principal, _ transaction: TenantTransaction
    ) async throws -> (PasskeyHost, [CommunityApp]) {
        let (hosts, apps) = try await TenantAppRepository(transaction).hostsAndApps()
        let host = PasskeyHost(authority: principal.request.authority, hosts: hosts, publicOrigin: services[WebOrigin.self])
        guard let host else { throw Problem(.featureOff) }
        return (host, apps)
    }

    /// Whether a device says that the passkey can be kept in several places, as bit 3 of the flags.
    fileprivate static func claimsBackup(_ deviceData: [UInt8]) -> Bool { deviceData.count > 32 && deviceData[32] & 8 != 0 }
}

extension PasskeyRepository.Stored {
    /// Whether a right signature fits what is known of the passkey: its host, that it can be kept in several places, and that its
    /// device asks for a finger, a face or a PIN. It is checked after the signature, so that a known passkey takes no less time.
    fileprivate func allows(_ asserted: AssertedPasskey, _ deviceData: [UInt8], at host: PasskeyHost) -> Bool {
        rpID == host.name && isBackupEligible == UseCases.claimsBackup(deviceData) && (asserted.isUserVerified || !isUserVerified)
    }
}
