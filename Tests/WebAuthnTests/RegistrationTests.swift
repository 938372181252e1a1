import Secrets
import TestSupport
import Testing

@testable import WebAuthn

@Suite("A passkey is registered as Web Authentication Level 3, section 7.1, says")
struct RegistrationTests {
    @Test("A passkey of each algorithm is registered, and is as its authenticator made it", arguments: PasskeyAlgorithm.allCases)
    func algorithms(algorithm: PasskeyAlgorithm) throws {
        let aaguid = [UInt8](1...16)
        let authenticator = try SoftwareAuthenticator(
            algorithm: algorithm, aaguid: aaguid, signCount: 0x0102_0304, isBackupEligible: true, isBackedUp: true)
        let answer = try authenticator.register(challenge: [UInt8](0..<32), origin: sofa.origins[1], relyingPartyID: sofa.id)
        let passkey = try PasskeyVerifier.register(
            clientDataJSON: answer.clientDataJSON, attestationObject: answer.attestationObject, challenge: [UInt8](0..<32),
            relyingParty: sofa, requiresUserVerification: true)
        #expect(
            passkey
                == RegisteredPasskey(
                    id: authenticator.credentialID, publicKey: authenticator.publicKey, algorithm: algorithm, signCount: 0x0102_0304,
                    aaguid: aaguid, isUserVerified: true, isBackedUp: true, isBackupEligible: true))
    }

    @Test("What the authenticator says of the user and of backups is reported")
    func flags() throws {
        var registration = try Registration()
        registration.flags = [.userPresent, .attestedCredential]
        let bare = try registration.verify()
        #expect(!bare.isUserVerified && !bare.isBackedUp && !bare.isBackupEligible)
        registration.flags.insert(.backupEligible)
        let eligible = try registration.verify()
        #expect(!eligible.isUserVerified && !eligible.isBackedUp && eligible.isBackupEligible)
    }

    @Test("Each step refuses what it checks", arguments: clientChanges + objectChanges + dataChanges)
    func refused(change: Change<Registration>) throws {
        var registration = try Registration()
        try change.apply(&registration)
        let failure = #expect(throws: PasskeyFailure.self) { try registration.verify() }
        #expect(failure?.step == change.step, "\(String(describing: failure))")
        if let reason = change.reason { #expect(failure?.reason == reason) }
    }

    @Test("Nothing that a browser may answer is refused", arguments: harmlessChanges)
    func accepted(change: Change<Registration>) throws {
        var registration = try Registration()
        try change.apply(&registration)
        #expect(throws: Never.self) { try registration.verify() }
    }

    static let clientChanges: [Change<Registration>] = [
        Change("7.1.5", "client data longer than 4 kB") { try $0.write(more: padding(to: 4097, $0.clientData)) },
        Change("7.1.5", "client data that aren't UTF-8") { $0.clientData.replaceSubrange(2...2, with: [0xFF]) },
        Change("7.1.6", "client data that aren't JSON") { $0.clientData.removeLast() },
        Change("7.1.6", "client data with something after them") { $0.clientData += Array("{}".utf8) },
        Change("7.1.6", "empty client data") { $0.clientData = [] },
        Change("7.1.6", "client data that are no object") { $0.clientData = Array("[]".utf8) },
        Change("7.1.6", "client data without a challenge") {
            $0.clientData = Array(#"{"type":"webauthn.create","origin":"https://sofa.example"}"#.utf8)
        },
        Change("7.1.6", "crossOrigin that is a text") { $0.replace("false", with: #""false""#) },
        Change("7.1.6", "many values") { try $0.write(more: #","x":[0\#(String(repeating: ",0", count: 100))]"#) },
        Change("7.1.6", "client data that are nested deep") {
            try $0.write(more: ",\"x\":" + String(repeating: "[", count: 33) + String(repeating: "]", count: 33))
        },
        Change("7.1.7", "the type of an authentication") { try $0.write(type: "webauthn.get") },
        Change("7.1.7", "a type in other letters") { try $0.write(type: "WebAuthn.create") },
        Change("7.1.8", "another challenge") { try $0.write(challenge: [UInt8](1..<33)) },
        Change("7.1.8", "an empty challenge") { try $0.write(challenge: []) },
        Change("7.1.8", "the beginning of the challenge") { try $0.write(challenge: [UInt8](0..<31)) },
        Change("7.1.8", "the challenge with padding") {
            $0.replace(#"","origin"#, with: #"=","origin"#)
        },
        Change("7.1.9", "the origin of a subdomain") { try $0.write(origin: "https://evil.sofa.example") },
        Change("7.1.9", "the origin of the domain above") { try $0.write(origin: "https://example") },
        Change("7.1.9", "an origin without TLS") { try $0.write(origin: "http://sofa.example") },
        Change("7.1.9", "an origin at another port") { try $0.write(origin: "https://sofa.example:8443") },
        Change("7.1.9", "an origin with a path") { try $0.write(origin: "https://sofa.example/") },
        Change("7.1.9", "an origin in capital letters") { try $0.write(origin: "https://SOFA.example") },
        Change("7.1.9", "an opaque origin") { try $0.write(origin: "null") },
        Change("7.1.9", "an origin that is only equal in Unicode") {
            $0.relyingParty = RelyingParty(id: sofa.id, origins: ["https://caf\u{E9}.example"])
            try $0.write(origin: "https://cafe\u{301}.example")
        },
        Change("7.1.9", "no origin that is expected") { $0.relyingParty = RelyingParty(id: sofa.id, origins: []) },
        Change("7.1.10", "a page in a frame of another origin") { try $0.write(crossOrigin: true) },
        Change("7.1.11", "a page around the page") { try $0.write(more: #","topOrigin":"https://sofa.example""#) },
    ]

    static let objectChanges: [Change<Registration>] = [
        Change("7.1.13", "an attestation object longer than 8 kB") {
            $0.format = "packed"
            $0.statement = .map([("sig", .bytes([UInt8](repeating: 0, count: 8192)))])
        },
        Change("7.1.13", "an empty attestation object") { $0.object = [] },
        Change("7.1.13", "an attestation object that is no map") { $0.object = CBORItem.array([]).encoded },
        Change("7.1.13", "an attestation object with something after it") {
            $0.object = SoftwareAuthenticator.attestationObject($0.authenticatorData) + [0]
        },
        Change("7.1.13", "an attestation object without format") {
            $0.object = CBORItem.map([("attStmt", .map([])), ("authData", .bytes($0.authenticatorData))]).encoded
        },
        Change("7.1.13", "an attestation object without statement") {
            $0.object = CBORItem.map([("fmt", "none"), ("authData", .bytes($0.authenticatorData))]).encoded
        },
        Change("7.1.13", "an attestation object without authenticator data") {
            $0.object = CBORItem.map([("fmt", "none"), ("attStmt", .map([]))]).encoded
        },
        Change("7.1.13", "a format that is a number") {
            $0.object = CBORItem.map([("fmt", 1), ("attStmt", .map([])), ("authData", .bytes($0.authenticatorData))]).encoded
        },
        Change("7.1.13", "authenticator data that are a text") {
            $0.object = CBORItem.map([("fmt", "none"), ("attStmt", .map([])), ("authData", "none")]).encoded
        },
        Change("7.1.13", "an attestation object out of order") {
            $0.object = CBORItem.map([("authData", .bytes($0.authenticatorData)), ("fmt", "none"), ("attStmt", .map([]))]).encoded
        },
        Change("7.1.13", "no credential") { ($0.flags, $0.rest) = ([.userPresent], []) },
        Change("7.1.13", "a credential that the flags don't announce") { $0.flags.remove(.attestedCredential) },
        Change("7.1.13", "a credential without key") { $0.rest = $0.authenticator.attestedCredential(publicKey: []) },
        Change("7.1.13", "a credential that ends in its id") { $0.rest.removeSubrange(20...) },
        Change("7.1.13", "an id longer than the data") { $0.rest = $0.authenticator.attestedCredential(length: 65535) },
        Change("7.1.13", "authenticator data with something after them") { $0.rest.append(0) },
        Change("7.1.13", "extensions that the flags don't announce") { $0.rest += CBORItem.map([("credProtect", 2)]).encoded },
        Change("7.1.13", "extensions that the flags announce in vain") { $0.flags.insert(.extensions) },
        Change("7.1.13", "extensions that are no map") {
            $0.flags.insert(.extensions)
            $0.rest += CBORItem.array([]).encoded
        },
        Change("7.1.13", "extensions with something after them") {
            $0.flags.insert(.extensions)
            $0.rest += CBORItem.map([]).encoded + [0]
        },
        Change("7.1.13", "authenticator data of 36 bytes") {
            $0.object = SoftwareAuthenticator.attestationObject(Array($0.authenticatorData.prefix(36)))
        },
    ]

    static let dataChanges: [Change<Registration>] = [
        Change("7.1.14", "another RP ID") { $0.id = "evil.example" },
        Change("7.1.14", "the RP ID of the domain above") { $0.id = "example" },
        Change("7.1.15", "no user") { $0.flags.remove(.userPresent) },
        Change("7.1.16", "a user who isn't verified") {
            $0.requiresUserVerification = true
            $0.flags.remove(.userVerified)
        },
        Change("7.1.17", "a backup that may not be") { $0.flags.insert(.backedUp) },
        Change("7.1.20", "another algorithm") {
            $0.rest = $0.authenticator.attestedCredential(publicKey: CBORItem.map([(1, 2), (3, -35)]).encoded)
        },
        Change("7.1.20", "a public key of more than 2 kB", reason: "the public key is too long") {
            let key: [(CBORItem, CBORItem)] = [(1, 3), (3, -257), (-1, .bytes([UInt8](repeating: 0xFF, count: 2048))), (-2, .bytes([3]))]
            $0.rest = $0.authenticator.attestedCredential(publicKey: CBORItem.map(key).encoded)
        },
        Change("7.1.22", "the format none with a statement") { $0.statement = .map([("alg", -7)]) },
        Change("7.1.22", "the format none with an array as its statement") { $0.statement = .array([]) },
        Change("7.1.25", "an empty id") { try $0.become(SoftwareAuthenticator(credentialID: [])) },
        Change("7.1.25", "an id of 1,024 bytes") { try $0.become(SoftwareAuthenticator(credentialID: Randomness.bytes(1024))) },
    ]

    static let harmlessChanges: [Change<Registration>] = [
        Change("", "client data of 4 kB") { try $0.write(more: padding(to: 4096, $0.clientData)) },
        Change("", "client data with a byte order mark") { $0.clientData = [0xEF, 0xBB, 0xBF] + $0.clientData },
        Change("", "client data without crossOrigin") {
            $0.replace(#","crossOrigin":false"#, with: "")
        },
        Change("", "client data with token binding") { try $0.write(more: #","tokenBinding":{"status":"supported"}"#) },
        Change("", "an origin with escaped letters") {
            $0.replace("https://", with: #"\u0068ttps:\/\/"#)
        },
        Change("", "extensions") {
            $0.flags.insert(.extensions)
            $0.rest += CBORItem.map([("credProtect", 2), ("hmac-secret", .bool(true))]).encoded
        },
        Change("", "bits of the flags that are reserved") { $0.flags.formUnion(.init(rawValue: 0x22)) },
        Change("", "another format, which counts as none") {
            $0.format = "packed"
            $0.statement = .map([("alg", -7), ("sig", .bytes([1])), ("x5c", .array([.bytes([2])]))])
        },
        Change("", "a format that nobody knows") { $0.format = "org.example.future" },
        Change("", "an id of 1,023 bytes") { try $0.become(SoftwareAuthenticator(credentialID: Randomness.bytes(1023))) },
        Change("", "an id of 1 byte") { try $0.become(SoftwareAuthenticator(credentialID: [0])) },
    ]
}

/// A field that makes client data as long as this.
private func padding(to count: Int, _ clientData: [UInt8]) -> String {
    #","x":"\#(String(repeating: "x", count: count - clientData.count - 7))""#
}

extension Registration {
    /// Has another authenticator answer.
    fileprivate mutating func become(_ authenticator: SoftwareAuthenticator) {
        self.authenticator = authenticator
        rest = authenticator.attestedCredential()
    }

    /// Replaces a part of the client's data.
    fileprivate mutating func replace(_ part: String, with other: String) {
        clientData = Array(String(decoding: clientData, as: UTF8.self).replacing(part, with: other).utf8)
    }
}
