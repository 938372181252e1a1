import TestSupport
import Testing

@testable import WebAuthn

@Suite("A passkey's assertion is verified as Web Authentication Level 3, section 7.2, says")
struct AuthenticationTests {
    @Test("A passkey of each algorithm signs in, and says how", arguments: PasskeyAlgorithm.allCases)
    func algorithms(algorithm: PasskeyAlgorithm) throws {
        var authenticator = try SoftwareAuthenticator(algorithm: algorithm, signCount: 6, isBackupEligible: true, isBackedUp: true)
        let answer = try authenticator.sign(challenge: [UInt8](0..<32), origin: sofa.origins[1], relyingPartyID: sofa.id)
        let asserted = try PasskeyVerifier.authenticate(
            clientDataJSON: answer.clientDataJSON, authenticatorData: answer.authenticatorData, signature: answer.signature,
            challenge: [UInt8](0..<32), relyingParty: sofa, publicKey: authenticator.publicKey, storedSignCount: 6,
            isBackupEligible: true, requiresUserVerification: true)
        #expect(asserted == AssertedPasskey(signCount: 7, isUserVerified: true, isBackedUp: true, wentBack: false))
        #expect(authenticator.signCount == 7)
    }

    @Test("What the authenticator says of the user and of backups is reported")
    func flags() throws {
        var authentication = try Authentication(SoftwareAuthenticator(isBackupEligible: true))
        authentication.flags = [.userPresent, .backupEligible]
        let asserted = try authentication.verify()
        #expect(!asserted.isUserVerified && !asserted.isBackedUp)
    }

    @Test("Each step refuses what it checks", arguments: clientChanges + dataChanges + signatureChanges)
    func refused(change: Change<Authentication>) throws {
        var authentication = try Authentication()
        try change.apply(&authentication)
        let failure = #expect(throws: PasskeyFailure.self) { try authentication.verify() }
        #expect(failure?.step == change.step, "\(String(describing: failure))")
        if let reason = change.reason { #expect(failure?.reason == reason) }
    }

    @Test(
        "A sign count that doesn't grow, though one of both isn't 0, is reported (step 7.2.22)",
        arguments: [
            (0, 0, false), (0, 1, false), (0, .max, false), (5, 6, false), (5, 100, false), (5, 5, true), (5, 4, true), (5, 0, true),
            (.max, .max, true), (.max, 0, true),
        ] as [(UInt32, UInt32, Bool)])
    func signCounts(stored: UInt32, reported: UInt32, wentBack: Bool) throws {
        var authentication = try Authentication(SoftwareAuthenticator(signCount: reported))
        authentication.storedSignCount = stored
        let asserted = try authentication.verify()
        #expect(asserted.signCount == reported && asserted.wentBack == wentBack)
    }

    @Test("No signature verifies of which a bit is changed, or which is of another form", arguments: PasskeyAlgorithm.allCases)
    func forged(algorithm: PasskeyAlgorithm) throws {
        var authentication = try Authentication(SoftwareAuthenticator(algorithm: algorithm))
        let signature = authentication.authenticator.signature(of: authentication.authenticatorData, authentication.clientData)
        authentication.signature = signature
        #expect(throws: Never.self) { try authentication.verify() }
        var forged = signature.indices.map { index in
            var forged = signature
            forged[index] ^= 1
            return forged
        }
        forged += [[], [0], signature + [0], Array(signature.dropLast()), [UInt8](repeating: 0, count: signature.count)]
        for signature in forged {
            authentication.signature = signature
            #expect(throws: PasskeyFailure.self) { try authentication.verify() }
        }
    }

    @Test("No byte of what is signed can be changed")
    func signedBytes() throws {
        let authentication = try Authentication()
        let (data, clientData) = (authentication.authenticatorData, authentication.clientData)
        let signature = authentication.authenticator.signature(of: data, clientData)
        for index in data.indices {
            var changed = data
            changed[index] ^= 0x02
            #expect(throws: PasskeyFailure.self) {
                try PasskeyVerifier.authenticate(
                    clientDataJSON: clientData, authenticatorData: changed, signature: signature, challenge: authentication.challenge,
                    relyingParty: sofa, publicKey: authentication.publicKey, storedSignCount: 0, isBackupEligible: false,
                    requiresUserVerification: false)
            }
        }
    }

    static let clientChanges: [Change<Authentication>] = [
        Change("7.2.8", "client data longer than 4 kB") { $0.clientData += [UInt8](repeating: 0x20, count: 4096) },
        Change("7.2.8", "client data that aren't UTF-8") { $0.clientData.replaceSubrange(2...2, with: [0xFF]) },
        Change("7.2.9", "client data that aren't JSON") { $0.clientData.removeLast() },
        Change("7.2.10", "the type of a registration") { try $0.write(type: "webauthn.create") },
        Change("7.2.10", "the type of a payment") { try $0.write(type: "payment.get") },
        Change("7.2.11", "another challenge") { try $0.write(challenge: [UInt8](33..<65)) },
        Change("7.2.12", "another origin") { try $0.write(origin: "https://evil.sofa.example") },
        Change("7.2.13", "a page in a frame of another origin") { try $0.write(crossOrigin: true) },
        Change("7.2.14", "a page around the page") { try $0.write(more: #","topOrigin":"https://evil.example""#) },
    ]

    static let dataChanges: [Change<Authentication>] = [
        Change("7.2.7", "authenticator data longer than 8 kB") {
            $0.flags.insert(.extensions)
            $0.rest = CBORItem.map([("x", .bytes([UInt8](repeating: 0, count: 8192)))]).encoded
        },
        Change("7.2.7", "authenticator data with something after them") { $0.rest = [0] },
        Change("7.2.7", "extensions that aren't canonical") {
            $0.flags.insert(.extensions)
            $0.rest = CBORItem.map([("b", 0), ("a", 0)]).encoded
        },
        Change("7.2.15", "another RP ID") { $0.id = "evil.example" },
        Change("7.2.16", "no user") { $0.flags.remove(.userPresent) },
        Change("7.2.17", "a user who isn't verified") {
            $0.requiresUserVerification = true
            $0.flags.remove(.userVerified)
        },
        Change("7.2.18", "a backup that may not be") { $0.flags.insert(.backedUp) },
        Change("7.2.19", "a passkey that may be backed up from now on") { $0.flags.insert(.backupEligible) },
        Change("7.2.19", "a passkey that may no longer be backed up") { $0.isBackupEligible = true },
    ]

    static let signatureChanges: [Change<Authentication>] = [
        Change("7.2.21", "another passkey's signature") { $0.publicKey = try AuthenticatorKey(algorithm: .es256).publicKey },
        Change("7.2.21", "a key of another algorithm") { $0.publicKey = try AuthenticatorKey(algorithm: .edDSA).publicKey },
        Change("7.2.21", "a signature of other client data") {
            $0.signature = $0.authenticator.signature(of: $0.authenticatorData, $0.clientData)
            try $0.write(more: #","x":0"#)
        },
        Change("7.2.21", "a signature of the data alone") { $0.signature = $0.authenticator.key.sign($0.authenticatorData) },
        Change("7.2.21", "a signature of another count") {
            $0.signature = $0.authenticator.signature(of: $0.authenticatorData, $0.clientData)
            $0.authenticator.signCount += 1
        },
        Change("7.2.21", "a signature in 64 bytes") { $0.signature = [UInt8](repeating: 1, count: 64) },
        Change("7.2.21", "an empty public key") { $0.publicKey = [] },
        Change("7.2.21", "a public key of more than 2 kB", reason: "the public key is too long") {
            $0.publicKey += [UInt8](repeating: 0, count: 2048)
        },
    ]

    @Test("Extensions and a credential that an authenticator adds are ignored, and signed")
    func additions() throws {
        var authentication = try Authentication()
        authentication.flags.formUnion([.extensions, .attestedCredential])
        authentication.rest =
            authentication.authenticator.attestedCredential() + CBORItem.map([("uvm", .array([.array([2, 4, 2])]))]).encoded
        #expect(throws: Never.self) { try authentication.verify() }
    }
}
