import TestSupport
import Testing

@testable import WebAuthn

@Suite("The test vectors of Web Authentication Level 3, section 16")
struct PasskeyVectorTests {
    private func register(_ vector: PasskeyVector) throws(PasskeyFailure) -> RegisteredPasskey {
        try PasskeyVerifier.register(
            clientDataJSON: vector.registration.clientDataJSON, attestationObject: vector.registration.attestationObject,
            challenge: vector.registration.challenge, relyingParty: PasskeyVector.relyingParty, requiresUserVerification: false)
    }

    private func authenticate(_ vector: PasskeyVector, publicKey: [UInt8], isBackupEligible: Bool) throws(PasskeyFailure) -> AssertedPasskey
    {
        try PasskeyVerifier.authenticate(
            clientDataJSON: vector.authentication.clientDataJSON, authenticatorData: vector.authentication.authenticatorData,
            signature: vector.authentication.signature, challenge: vector.authentication.challenge,
            relyingParty: PasskeyVector.relyingParty, publicKey: publicKey, storedSignCount: 0, isBackupEligible: isBackupEligible,
            requiresUserVerification: false)
    }

    @Test(
        "Passkeys are registered and sign in",
        arguments: [
            (.es256, .es256, [0x59, 0x19]), (.selfAttested, .es256, [0x5D, 0x09]), (.edDSA, .edDSA, [0x41, 0x01]),
            (.rs256, .rs256, [0x5D, 0x19]),
        ] as [(PasskeyVector, PasskeyAlgorithm, [UInt8])])
    func accepted(vector: PasskeyVector, algorithm: PasskeyAlgorithm, flags: [UInt8]) throws {
        let made = try register(vector)
        #expect(made.algorithm == algorithm && made.signCount == 0 && made.id.count == 32)
        #expect(made.isUserVerified == (flags[0] & 4 != 0) && made.isBackedUp == (flags[0] & 16 != 0))
        #expect(made.isBackupEligible == (flags[0] & 8 != 0))
        let asserted = try authenticate(vector, publicKey: made.publicKey, isBackupEligible: made.isBackupEligible)
        #expect(asserted.isUserVerified == (flags[1] & 4 != 0) && asserted.isBackedUp == (flags[1] & 16 != 0))
        #expect(asserted.signCount == 0 && !asserted.wentBack)
    }

    @Test("Passkeys of pages in frames of other origins are refused", arguments: [.crossOrigin, .topOrigin] as [PasskeyVector])
    func framed(vector: PasskeyVector) {
        let framed = PasskeyFailure("7.1.10", "the page is in a frame of a page of another origin", isOfClientData: true)
        #expect(throws: framed) { try register(vector) }
        let failure = #expect(throws: PasskeyFailure.self) { try authenticate(vector, publicKey: [], isBackupEligible: false) }
        #expect(failure?.step == "7.2.13")
    }
}
