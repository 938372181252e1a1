import Domain
import Foundation
import Secrets

/// A provider token, which identifies a team to Apple. It is a JWT that is signed with the team's key (RFC 7519,
/// ES256). It is secret and valid for an hour.
public struct ProviderToken: Sendable {
    /// The token's text, as sent in `authorization: bearer`.
    public let text: String
    /// The time at which the token was made, rounded down to whole seconds.
    public let issuedAt: Date

    private struct Header: Encodable {
        let alg = "ES256"
        let kid: String
    }

    private struct Claims: Encodable {
        let iss: String
        let iat: Int
    }

    /// Creates a token. Apple accepts at most one new token of a key in 20 minutes, and no token that is older than 60
    /// minutes.
    /// - Parameters:
    ///   - key: the team's key.
    ///   - teamID: Apple's id of the team, ten characters.
    ///   - keyID: Apple's id of the key, ten characters.
    ///   - issuedAt: the current time by the machine's clock, which Apple's clock agrees with.
    public init(key: SigningKey, teamID: String, keyID: String, issuedAt: Date) {
        let seconds = Int(issuedAt.timeIntervalSince1970.rounded(.down))
        let signed = JWT.part(Header(kid: keyID)) + "." + JWT.part(Claims(iss: teamID, iat: seconds))
        text = signed + "." + Base64.url.encode(key.sign(Array(signed.utf8)))
        self.issuedAt = Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}

/// Signs the provider tokens of Apple's keys.
struct AppleTokens: TokenIssuer {
    func token(for key: PushKey<SigningKey>, issuedAt: Date) -> String {
        ProviderToken(key: key.secret, teamID: key.provider.teamID, keyID: key.provider.keyID, issuedAt: issuedAt).text
    }
}

extension ProviderToken: CustomStringConvertible, CustomReflectable {
    /// Only the time of issue, so that no log shows the secret token by accident.
    public var description: String { "ProviderToken(issuedAt: \(issuedAt))" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a token shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
