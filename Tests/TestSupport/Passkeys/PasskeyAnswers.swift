import DavenportAPI
import Foundation

extension PasskeyCreationOptions {
    /// Returns the passkey that a device makes for these options.
    /// - Parameters:
    ///   - origin: the origin of the page that asks for it.
    ///   - rpID: the host that the device names; nil for the options'.
    public func made(
        by device: SoftwareAuthenticator, origin: String, rpID: String? = nil, userVerified: Bool = true
    ) throws -> NewPasskey {
        let answer = try device.register(
            challenge: [UInt8](publicKey.challenge.data), origin: origin, relyingPartyID: rpID ?? publicKey.rp.id,
            userVerified: userVerified)
        return NewPasskey(
            credentialID: Data(device.credentialID), rawClientDataJSON: Data(answer.clientDataJSON),
            rawAttestationObject: Data(answer.attestationObject))
    }
}

extension PasskeyRequestOptions {
    /// Returns what a device's passkey signs for these options.
    /// - Parameters:
    ///   - userID: whose passkey the device says it is; nil if it doesn't say so.
    ///   - origin: the origin of the page that asks for it.
    public func signed(
        by device: inout SoftwareAuthenticator, of userID: UUID?, origin: String, userVerified: Bool = true
    ) throws -> PasskeySignature {
        let answer = try device.sign(
            challenge: [UInt8](publicKey.challenge.data), origin: origin, relyingPartyID: publicKey.rpId, userVerified: userVerified)
        return PasskeySignature(
            credentialID: Data(device.credentialID), rawClientDataJSON: Data(answer.clientDataJSON),
            rawAuthenticatorData: Data(answer.authenticatorData), signature: Data(answer.signature),
            userID: userID.map { id in withUnsafeBytes(of: id.uuid) { Data($0) } })
    }
}
