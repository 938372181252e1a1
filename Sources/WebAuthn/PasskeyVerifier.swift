import Secrets

/// Verifies what clients answer to `navigator.credentials`, as section 7 of Web Authentication Level 3 says.
///
/// It is pure: it reads no clock, network or database. A failure and a comment name the step of the section that they belong to.
public enum PasskeyVerifier {
    /// Verifies the registration of a new passkey (section 7.1).
    ///
    /// Any attestation statement is accepted and none is trusted, because the caller asks for the conveyance `none`. Browsers then answer
    /// the format `none`, or `packed` with self attestation. So the passkey's AAGUID is a claim of the client.
    ///
    /// The caller checks that the passkey's id is registered for no user (step 7.1.26), and stores the passkey (step 7.1.29).
    /// - Parameter challenge: the challenge that the caller sent, which it has made sure is answered for the first time.
    public static func register(
        clientDataJSON: [UInt8], attestationObject: [UInt8], challenge: [UInt8], relyingParty: RelyingParty, requiresUserVerification: Bool
    ) throws(PasskeyFailure) -> RegisteredPasskey {
        // 7.1.1 to 7.1.4: the client does these.
        // 7.1.5 to 7.1.11: the client data.
        try Ceremony.registration.check(clientDataJSON, challenge: challenge, relyingParty: relyingParty)
        // 7.1.12: left out, because only the signature of an attestation statement needs the hash.
        // 7.1.13: the attestation object.
        let (object, data) = try read(attestationObject)
        guard let credential = data.credential else { throw PasskeyFailure("7.1.13", "the authenticator's data have no credential") }
        // 7.1.14 to 7.1.17: the authenticator data.
        try Ceremony.registration.check(data, relyingParty: relyingParty, requiresUserVerification: requiresUserVerification)
        // 7.1.18 and 7.1.19: the result has the flags BE and BS.
        // 7.1.20: the algorithm.
        let key = try read(publicKey: credential.publicKey, at: "7.1.20")
        // 7.1.21 to 7.1.24: the statement of every other format counts as none, and isn't verified.
        guard !object.isNone || object.statement == .map([]) else { throw PasskeyFailure("7.1.22", "the format none has a statement") }
        // 7.1.25: the length of the credential ID.
        guard (1...PasskeyLimits.credentialID).contains(credential.id.count) else {
            throw PasskeyFailure("7.1.25", "the credential ID is empty or too long")
        }
        // 7.1.26 and 7.1.29: the caller does these.
        // 7.1.27: the credential.
        // 7.1.28: extensions are ignored.
        return RegisteredPasskey(
            id: credential.id, publicKey: credential.publicKey, algorithm: key.algorithm, signCount: data.signCount,
            aaguid: credential.aaguid, isUserVerified: data.flags.contains(.userVerified), isBackedUp: data.flags.contains(.backedUp),
            isBackupEligible: data.flags.contains(.backupEligible))
    }

    /// Verifies an assertion of a passkey (section 7.2).
    ///
    /// The caller finds the passkey by its id, and checks that it belongs to the user and the user handle that the client names (steps
    /// 7.2.5 and 7.2.6). Afterwards it stores the sign count and the backup state (step 7.2.24).
    /// - Parameters:
    ///   - challenge: the challenge that the caller sent, which it has made sure is answered for the first time.
    ///   - publicKey, storedSignCount, isBackupEligible: what the caller stored of the passkey.
    public static func authenticate(
        clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], challenge: [UInt8], relyingParty: RelyingParty,
        publicKey: [UInt8], storedSignCount: UInt32, isBackupEligible: Bool, requiresUserVerification: Bool
    ) throws(PasskeyFailure) -> AssertedPasskey {
        // 7.2.1 to 7.2.4: the client does these.
        // 7.2.5 and 7.2.6: the caller does these.
        // 7.2.8 to 7.2.14: the client data.
        try Ceremony.authentication.check(clientDataJSON, challenge: challenge, relyingParty: relyingParty)
        // 7.2.7: the authenticator data.
        guard authenticatorData.count <= PasskeyLimits.authenticatorData else {
            throw PasskeyFailure("7.2.7", "the authenticator's data are too long")
        }
        let data = try read(authenticatorData: authenticatorData, at: "7.2.7")
        // 7.2.15 to 7.2.18: the flags.
        try Ceremony.authentication.check(data, relyingParty: relyingParty, requiresUserVerification: requiresUserVerification)
        // 7.2.19: the flags BE and BS.
        guard data.flags.contains(.backupEligible) == isBackupEligible else {
            throw PasskeyFailure("7.2.19", "whether the passkey may be backed up has changed since its registration")
        }
        // 7.2.20 and 7.2.21: the signature.
        let hash = Digest.sha256(clientDataJSON)
        guard try read(publicKey: publicKey, at: "7.2.21").verify(signature, of: authenticatorData + hash) else {
            throw PasskeyFailure("7.2.21", "the signature is not the passkey's")
        }
        // 7.2.22: the sign count.
        let wentBack = (data.signCount != 0 || storedSignCount != 0) && data.signCount <= storedSignCount
        // 7.2.23: extensions are ignored.
        // 7.2.24 and 7.2.25: the caller does these.
        return AssertedPasskey(
            signCount: data.signCount, isUserVerified: data.flags.contains(.userVerified), isBackedUp: data.flags.contains(.backedUp),
            wentBack: wentBack)
    }

    /// Reads an attestation object and the authenticator data in it (step 7.1.13).
    private static func read(_ bytes: [UInt8]) throws(PasskeyFailure) -> (AttestationObject, AuthenticatorData) {
        guard bytes.count <= PasskeyLimits.attestationObject else { throw PasskeyFailure("7.1.13", "the attestation object is too long") }
        let object: AttestationObject?
        do {
            object = try AttestationObject(bytes)
        } catch {
            throw PasskeyFailure("7.1.13", "the attestation object can't be read: \(error.rawValue)")
        }
        guard let object else { throw PasskeyFailure("7.1.13", "the attestation object lacks a member") }
        return (object, try read(authenticatorData: object.authenticatorData, at: "7.1.13"))
    }

    private static func read(authenticatorData bytes: [UInt8], at step: String) throws(PasskeyFailure) -> AuthenticatorData {
        do {
            return try AuthenticatorData(bytes)
        } catch {
            throw PasskeyFailure(step, "the authenticator's data can't be read: \(error.rawValue)")
        }
    }

    private static func read(publicKey bytes: [UInt8], at step: String) throws(PasskeyFailure) -> COSEKey {
        guard bytes.count <= PasskeyLimits.publicKey else { throw PasskeyFailure(step, "the public key is too long") }
        do {
            return try COSEKey(bytes)
        } catch {
            throw PasskeyFailure(step, error.rawValue)
        }
    }
}
