import TestSupport
import WebAuthn

/// The site of the tests.
let sofa = RelyingParty(id: "sofa.example", origins: ["https://sofa.example", "https://www.sofa.example"])

/// A registration that is right in all its parts. A test changes one of them before the registration is verified.
struct Registration {
    var authenticator: SoftwareAuthenticator
    var challenge = [UInt8](0..<32)
    var relyingParty = sofa
    var requiresUserVerification = false
    /// The RP ID for which the authenticator answers.
    var id = sofa.id
    var clientData: [UInt8]
    var flags: SoftwareAuthenticator.Flags
    /// What follows the first 37 bytes of the authenticator's data.
    var rest: [UInt8]
    var format = "none"
    var statement = CBORItem.map([])
    /// An attestation object in place of the one that is made of the other parts.
    var object: [UInt8]?

    init(_ authenticator: SoftwareAuthenticator? = nil) throws {
        let authenticator = try authenticator ?? SoftwareAuthenticator()
        self.authenticator = authenticator
        clientData = try SoftwareAuthenticator.clientData(type: "webauthn.create", challenge: challenge, origin: sofa.origins[0])
        flags = authenticator.flags().union(.attestedCredential)
        rest = authenticator.attestedCredential()
    }

    var authenticatorData: [UInt8] { authenticator.authenticatorData(relyingPartyID: id, flags: flags, rest: rest) }

    func verify() throws(PasskeyFailure) -> RegisteredPasskey {
        try PasskeyVerifier.register(
            clientDataJSON: clientData,
            attestationObject: object ?? SoftwareAuthenticator.attestationObject(authenticatorData, format: format, statement: statement),
            challenge: challenge, relyingParty: relyingParty, requiresUserVerification: requiresUserVerification)
    }

    /// Has the browser write other data.
    mutating func write(
        type: String = "webauthn.create", challenge: [UInt8]? = nil, origin: String = sofa.origins[0], crossOrigin: Bool = false,
        more: String = ""
    ) throws {
        clientData = try SoftwareAuthenticator.clientData(
            type: type, challenge: challenge ?? self.challenge, origin: origin, crossOrigin: crossOrigin, more: more)
    }
}

/// An authentication that is right in all its parts. A test changes one of them before the authentication is verified.
struct Authentication {
    var authenticator: SoftwareAuthenticator
    var challenge = [UInt8](32..<64)
    var relyingParty = sofa
    var requiresUserVerification = false
    /// The RP ID for which the authenticator answers.
    var id = sofa.id
    var clientData: [UInt8]
    var flags: SoftwareAuthenticator.Flags
    /// What follows the first 37 bytes of the authenticator's data.
    var rest: [UInt8] = []
    /// A signature in place of the authenticator's.
    var signature: [UInt8]?
    var publicKey: [UInt8]
    var storedSignCount: UInt32 = 0
    var isBackupEligible = false

    init(_ authenticator: SoftwareAuthenticator? = nil) throws {
        let authenticator = try authenticator ?? SoftwareAuthenticator()
        self.authenticator = authenticator
        clientData = try SoftwareAuthenticator.clientData(type: "webauthn.get", challenge: challenge, origin: sofa.origins[0])
        flags = authenticator.flags()
        publicKey = authenticator.publicKey
        isBackupEligible = authenticator.isBackupEligible
    }

    var authenticatorData: [UInt8] { authenticator.authenticatorData(relyingPartyID: id, flags: flags, rest: rest) }

    func verify() throws(PasskeyFailure) -> AssertedPasskey {
        try PasskeyVerifier.authenticate(
            clientDataJSON: clientData, authenticatorData: authenticatorData,
            signature: signature ?? authenticator.signature(of: authenticatorData, clientData), challenge: challenge,
            relyingParty: relyingParty, publicKey: publicKey, storedSignCount: storedSignCount, isBackupEligible: isBackupEligible,
            requiresUserVerification: requiresUserVerification)
    }

    /// Has the browser write other data.
    mutating func write(
        type: String = "webauthn.get", challenge: [UInt8]? = nil, origin: String = sofa.origins[0], crossOrigin: Bool = false,
        more: String = ""
    ) throws {
        clientData = try SoftwareAuthenticator.clientData(
            type: type, challenge: challenge ?? self.challenge, origin: origin, crossOrigin: crossOrigin, more: more)
    }
}

/// A change of one part of a ceremony, and the step that refuses it.
struct Change<Ceremony>: Sendable, CustomStringConvertible {
    let step: String
    let description: String
    /// The reason, where another check would refuse the change too.
    let reason: String?
    let apply: @Sendable (inout Ceremony) throws -> Void

    init(
        _ step: String, _ description: String, reason: String? = nil, _ apply: @escaping @Sendable (inout Ceremony) throws -> Void
    ) {
        (self.step, self.description, self.reason, self.apply) = (step, description, reason, apply)
    }
}
