#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A session's bearer token, which names its tenant (`TenantSecret`). It begins with `davenport_`, and a bot's with
/// `davenport_bot_`.
public struct SessionToken: Sendable {
    /// The text that the client sends: 80 characters, and 84 of a bot's token. It is secret.
    public let text: String
    /// The id of the session's tenant. It is only a claim of the client until the server has found the token's digest
    /// in that tenant.
    public let tenant: UUID
    /// The SHA-256 of the text, by which the database stores and finds the session.
    public let digest: [UInt8]

    private static let prefix = "davenport_"
    private static let botPrefix = "davenport_bot_"

    /// Makes a new token with 256 random bits.
    public init(tenant: UUID, ofBot: Bool = false) {
        self.init(TenantSecret(prefix: ofBot ? Self.botPrefix : Self.prefix, tenant: tenant))
    }

    /// Parses a token that a client sent. The result is nil if the prefix, length, alphabet or checksum is wrong, or if
    /// the same bytes are spelled in another way.
    public init?(_ text: String) {
        guard let secret = TenantSecret(text, prefix: Self.prefix) ?? TenantSecret(text, prefix: Self.botPrefix) else { return nil }
        self.init(secret)
    }

    private init(_ secret: TenantSecret) {
        (text, tenant, digest) = (secret.text, secret.tenant, secret.digest)
    }
}

extension SessionToken: CustomStringConvertible, CustomReflectable {
    /// Only the tenant's id, so that no log shows the secret token by accident.
    public var description: String { "SessionToken(tenant: \(tenant))" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a token shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
