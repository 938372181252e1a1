import Foundation

/// Says to a push service who sends (VAPID, RFC 8292): the value of the header `Authorization`.
public struct VAPIDToken: Sendable {
    /// The header's value, `vapid t=…, k=…`. It is secret.
    public let authorization: String
    public let issuedAt: Date

    /// How long a token is valid, in seconds. Push services accept at most 24 hours.
    public static let lifetime: TimeInterval = 12 * 3600

    private struct Header: Encodable {
        let typ = "JWT"
        let alg = "ES256"
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int
        let sub: String
    }

    /// Creates a token.
    /// - Parameters:
    ///   - key: the community's key.
    ///   - origin: the push service's origin, such as `https://fcm.googleapis.com`.
    ///   - contact: the address at which the push service reaches the operator, `mailto:` or `https:`.
    ///   - issuedAt: the current time by the machine's clock.
    public init(key: SigningKey, origin: String, contact: String, issuedAt: Date) {
        let expiry = Int((issuedAt + Self.lifetime).timeIntervalSince1970.rounded(.down))
        let signed = JWT.part(Header()) + "." + JWT.part(Claims(aud: origin, exp: expiry, sub: contact))
        let token = signed + "." + Base64.url.encode(key.sign(Array(signed.utf8)))
        authorization = "vapid t=\(token), k=\(Base64.url.encode(key.verifyingKey.point))"
        self.issuedAt = issuedAt
    }
}

extension VAPIDToken: CustomStringConvertible, CustomReflectable {
    /// Only the time of issue, so that no log shows the secret token by accident.
    public var description: String { "VAPIDToken(issuedAt: \(issuedAt))" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a token shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The parts of a JSON web token (RFC 7519).
package enum JWT {
    /// Returns a header or claims as JSON in base64url.
    package static func part(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All callers pass structs of texts and whole numbers, which can always be encoded as JSON.
        guard let json = try? encoder.encode(value) else { preconditionFailure("a token's claims can't be encoded as JSON") }
        return Base64.url.encode(json)
    }
}
