import Foundation
import Secrets

/// What tells Apple which team is speaking: a JWT signed with the team's key (RFC 7519, ES256). A secret for an hour.
public struct ProviderToken: Sendable {
    /// The token as it goes into `authorization: bearer`.
    public let text: String
    /// From when its age counts, cut to whole seconds.
    public let issuedAt: Date

    private struct Header: Encodable {
        let alg = "ES256"
        let kid: String
    }

    private struct Claims: Encodable {
        let iss: String
        let iat: Int
    }

    /// Mints one. Apple takes no more than one new token in 20 minutes, and none that is older than 60.
    /// - Parameters:
    ///   - key: the team's key.
    ///   - teamID: Apple's name for the team, ten characters.
    ///   - keyID: Apple's name for the key, ten characters.
    ///   - issuedAt: now, by a clock that nobody has moved.
    public init(key: SigningKey, teamID: String, keyID: String, issuedAt: Date) {
        let seconds = Int(issuedAt.timeIntervalSince1970.rounded(.down))
        let signed = Self.part(Header(kid: keyID)) + "." + Self.part(Claims(iss: teamID, iat: seconds))
        text = signed + "." + Base64.url.encode(key.sign(Array(signed.utf8)))
        self.issuedAt = Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private static func part(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and a whole number: there is nothing in them that JSON can't say.
        guard let json = try? encoder.encode(value) else { preconditionFailure("a token's claims are not JSON") }
        return Base64.url.encode(json)
    }
}

extension ProviderToken: CustomStringConvertible, CustomReflectable {
    /// Its age alone, so that no log shows the secret by accident.
    public var description: String { "ProviderToken(issuedAt: \(issuedAt))" }
    /// Empty, for `dump` and for the descriptions of what contains one.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
