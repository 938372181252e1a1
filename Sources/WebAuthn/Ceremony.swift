import Secrets
import UntrustedText

/// The two procedures of section 7. They share the checks of this file. Where a check has two numbers, the first is its step at a
/// registration, and the second its step at an authentication.
enum Ceremony {
    /// Section 7.1: registering a new credential.
    case registration
    /// Section 7.2: verifying an authentication assertion.
    case authentication

    /// Checks the browser's part: steps 7.1.5 to 7.1.11, and 7.2.8 to 7.2.14.
    func check(_ clientDataJSON: [UInt8], challenge: [UInt8], relyingParty: RelyingParty) throws(PasskeyFailure) {
        let data = try read(clientDataJSON)
        guard data.type == (self == .registration ? "webauthn.create" : "webauthn.get") else {
            throw clientFailure("7.1.7", "7.2.10", "the client's data are of another type")
        }
        guard data.challenge.utf8.elementsEqual(Base64.url.encode(challenge).utf8) else {
            throw clientFailure("7.1.8", "7.2.11", "the client's data answer another challenge")
        }
        // Comparing bytes, since two different strings can be equal in Swift.
        guard relyingParty.origins.contains(where: { $0.utf8.elementsEqual(data.origin.utf8) }) else {
            throw clientFailure("7.1.9", "7.2.12", "the client's data are of an unexpected origin")
        }
        // No page of another origin is expected around the Relying Party's.
        guard data.crossOrigin != true else {
            throw clientFailure("7.1.10", "7.2.13", "the page is in a frame of a page of another origin")
        }
        guard data.topOrigin == nil else {
            throw clientFailure("7.1.11", "7.2.14", "the client's data name a page around the page")
        }
    }

    /// Checks the authenticator's part: steps 7.1.14 to 7.1.17, and 7.2.15 to 7.2.18.
    func check(_ data: AuthenticatorData, relyingParty: RelyingParty, requiresUserVerification: Bool) throws(PasskeyFailure) {
        guard data.relyingPartyHash == Digest.sha256(relyingParty.id.utf8) else {
            throw failure("7.1.14", "7.2.15", "the authenticator's data are for another RP ID")
        }
        // At a registration too, because no caller uses conditional creation.
        guard data.flags.contains(.userPresent) else {
            throw failure("7.1.15", "7.2.16", "no user was present")
        }
        guard data.flags.contains(.userVerified) || !requiresUserVerification else {
            throw failure("7.1.16", "7.2.17", "the user was not verified")
        }
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
            throw failure("7.1.17", "7.2.18", "the passkey is backed up, though it may not be")
        }
    }

    private func read(_ clientDataJSON: [UInt8]) throws(PasskeyFailure) -> CollectedClientData {
        guard clientDataJSON.count <= PasskeyLimits.clientDataJSON else {
            throw clientFailure("7.1.5", "7.2.8", "the client's data are too long")
        }
        do {
            return try CollectedClientData(clientDataJSON)
        } catch JSONSyntax.Fault.notUTF8 {
            throw clientFailure("7.1.5", "7.2.8", "the client's data are not UTF-8")
        } catch {
            throw clientFailure("7.1.6", "7.2.9", "the client's data can't be read")
        }
    }

    private func clientFailure(_ registration: String, _ authentication: String, _ reason: String) -> PasskeyFailure {
        PasskeyFailure(step(registration, authentication), reason, isOfClientData: true)
    }

    private func failure(_ registration: String, _ authentication: String, _ reason: String) -> PasskeyFailure {
        PasskeyFailure(step(registration, authentication), reason)
    }

    private func step(_ registration: String, _ authentication: String) -> String {
        self == .registration ? registration : authentication
    }
}
