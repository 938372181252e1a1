#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A session's bearer token. It consists of `davenport_` and the base64url of the tenant's id (16 bytes), 32 random
/// bytes and a checksum (4 bytes).
///
/// Secret scanners recognise a leaked token by its prefix. The tenant's id says in which tenant the server must search
/// for the session. The checksum lets the server refuse typing errors and invented tokens without a query. The database
/// stores only the digest of the text, never the text itself.
public struct SessionToken: Sendable {
    /// The text that the client sends: 80 characters. It is secret.
    public let text: String
    /// The id of the session's tenant. It is only a claim of the client until the server has found the token's digest
    /// in that tenant.
    public let tenant: UUID
    /// The SHA-256 of the text, by which the database stores and finds the session.
    public let digest: [UInt8]

    private static let prefix = "davenport_"
    private static let characters = prefix.utf8.count + 70

    /// Makes a new token with 256 random bits.
    public init(tenant: UUID) {
        let secret = Self.bytes(of: tenant) + Randomness.bytes(32)
        self.init(text: Self.prefix + Base64.url.encode(secret + Self.checksum(of: secret)), tenant: tenant)
    }

    /// Parses a token that a client sent. The result is nil if the prefix, length, alphabet or checksum is wrong, or if
    /// the same bytes are spelled in another way.
    public init?(_ text: String) {
        let characters = text.utf8
        guard characters.count == Self.characters, characters.starts(with: Self.prefix.utf8),
            let bytes = Base64.url.decode(characters.dropFirst(Self.prefix.utf8.count)), bytes.count == 52,
            bytes.suffix(4).elementsEqual(Self.checksum(of: bytes.prefix(48)))
        else { return nil }
        self.init(text: text, tenant: Self.tenant(of: bytes))
    }

    private init(text: String, tenant: UUID) {
        self.text = text
        self.tenant = tenant
        digest = Digest.sha256(text.utf8)
    }

    /// Returns the checksum of a token's other bytes. It only detects damaged tokens: anybody can compute it, so it
    /// proves nothing.
    private static func checksum(of secret: some Collection<UInt8>) -> ArraySlice<UInt8> {
        Digest.sha256(secret).prefix(4)
    }

    private static func bytes(of tenant: UUID) -> [UInt8] {
        withUnsafeBytes(of: tenant.uuid) { Array($0) }
    }

    private static func tenant(of bytes: [UInt8]) -> UUID {
        bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension SessionToken: CustomStringConvertible, CustomReflectable {
    /// Only the tenant's id, so that no log shows the secret token by accident.
    public var description: String { "SessionToken(tenant: \(tenant))" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a token shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
