import Foundation
import Secrets
import WebAuthn

/// An authenticator with one passkey, together with the browser before it. It makes real keys and signatures.
///
///     var authenticator = try SoftwareAuthenticator(algorithm: .es256)
///     let made = try authenticator.register(challenge: challenge, origin: "https://sofa.example", relyingPartyID: "sofa.example")
///     let signed = try authenticator.sign(challenge: next, origin: "https://sofa.example", relyingPartyID: "sofa.example")
public struct SoftwareAuthenticator: Sendable {
    public let key: AuthenticatorKey
    public let credentialID: [UInt8]
    public let aaguid: [UInt8]
    /// The number of signatures that the authenticator reports. It grows with each one if `countsSignatures` is set.
    public var signCount: UInt32
    /// Whether the authenticator counts its signatures. Passkeys that are synchronised don't.
    public var countsSignatures: Bool
    /// Whether the passkey may be kept in several devices (BE).
    public let isBackupEligible: Bool
    /// Whether the passkey is kept in several devices (BS).
    public var isBackedUp: Bool

    /// The bits of the flags in authenticator data.
    public struct Flags: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let userPresent = Flags(rawValue: 1 << 0)
        public static let userVerified = Flags(rawValue: 1 << 2)
        public static let backupEligible = Flags(rawValue: 1 << 3)
        public static let backedUp = Flags(rawValue: 1 << 4)
        public static let attestedCredential = Flags(rawValue: 1 << 6)
        public static let extensions = Flags(rawValue: 1 << 7)
    }

    /// - Parameters:
    ///   - credentialID: the passkey's id; 16 random bytes if nil.
    ///   - aaguid: the 16 bytes that name the authenticator's model; by default zeros, which name none.
    public init(
        algorithm: PasskeyAlgorithm = .es256, credentialID: [UInt8]? = nil, aaguid: [UInt8] = [UInt8](repeating: 0, count: 16),
        signCount: UInt32 = 0, countsSignatures: Bool = true, isBackupEligible: Bool = false, isBackedUp: Bool = false
    ) throws {
        key = try AuthenticatorKey(algorithm: algorithm)
        self.credentialID = credentialID ?? Randomness.bytes(16)
        self.aaguid = aaguid
        (self.signCount, self.countsSignatures) = (signCount, countsSignatures)
        (self.isBackupEligible, self.isBackedUp) = (isBackupEligible, isBackedUp)
    }

    /// The passkey's public key: a COSE_Key in canonical CBOR.
    public var publicKey: [UInt8] { key.publicKey }

    /// Answers `navigator.credentials.create()`.
    public func register(
        challenge: [UInt8], origin: String, relyingPartyID: String, userVerified: Bool = true
    ) throws -> (
        clientDataJSON: [UInt8], attestationObject: [UInt8]
    ) {
        let data = authenticatorData(
            relyingPartyID: relyingPartyID, flags: flags(userVerified: userVerified).union(.attestedCredential), rest: attestedCredential())
        return (try Self.clientData(type: "webauthn.create", challenge: challenge, origin: origin), Self.attestationObject(data))
    }

    /// Answers `navigator.credentials.get()`.
    public mutating func sign(
        challenge: [UInt8], origin: String, relyingPartyID: String, userVerified: Bool = true
    ) throws -> (
        clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8]
    ) {
        if countsSignatures { signCount += 1 }
        let clientData = try Self.clientData(type: "webauthn.get", challenge: challenge, origin: origin)
        let data = authenticatorData(relyingPartyID: relyingPartyID, flags: flags(userVerified: userVerified))
        return (clientData, data, signature(of: data, clientData))
    }

    // MARK: Parts, which a test can change

    /// The flags of an answer for which somebody touched the authenticator.
    public func flags(userVerified: Bool = true) -> Flags {
        var flags: Flags = [.userPresent]
        if userVerified { flags.insert(.userVerified) }
        if isBackupEligible { flags.insert(.backupEligible) }
        if isBackedUp { flags.insert(.backedUp) }
        return flags
    }

    /// The JSON that a browser writes, with the fields in the order of section 5.8.1.1.
    /// - Parameter more: fields after the browser's own, each in JSON with a comma before it.
    public static func clientData(
        type: String, challenge: [UInt8], origin: String, crossOrigin: Bool = false, more: String = ""
    ) throws -> [UInt8] {
        let origin = String(decoding: try JSONEncoder.plain.encode(origin), as: UTF8.self)
        let challenge = Base64.url.encode(challenge)
        return Array(
            #"{"type":"\#(type)","challenge":"\#(challenge)","origin":\#(origin),"crossOrigin":\#(crossOrigin)\#(more)}"#.utf8)
    }

    /// The passkey's id and public key as authenticator data contains them.
    /// - Parameters:
    ///   - length: the length of the id that is claimed; the true one if nil.
    ///   - publicKey: other bytes in place of the public key.
    public func attestedCredential(length: Int? = nil, publicKey: [UInt8]? = nil) -> [UInt8] {
        aaguid + CBORItem.bytes(length ?? credentialID.count, 2) + credentialID + (publicKey ?? self.publicKey)
    }

    /// Authenticator data: 37 bytes, and what follows them.
    public func authenticatorData(relyingPartyID: String, flags: Flags, rest: [UInt8] = []) -> [UInt8] {
        Digest.sha256(relyingPartyID.utf8) + [flags.rawValue] + CBORItem.bytes(Int(signCount), 4) + rest
    }

    /// An attestation object in canonical CBOR.
    public static func attestationObject(_ authenticatorData: [UInt8], format: String = "none", statement: CBORItem = .map([])) -> [UInt8] {
        CBORItem.map([("fmt", .text(format)), ("attStmt", statement), ("authData", .bytes(authenticatorData))]).encoded
    }

    /// The signature of authenticator data and client data.
    public func signature(of authenticatorData: [UInt8], _ clientData: [UInt8]) -> [UInt8] {
        key.sign(authenticatorData + Digest.sha256(clientData))
    }
}

extension JSONEncoder {
    /// Writes slashes as browsers do, without a backslash before them.
    fileprivate static var plain: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }
}
