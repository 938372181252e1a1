#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A secret text that names its tenant: a prefix, and the base64url of the tenant's id (16 bytes), 32 random bytes and
/// a checksum (4 bytes).
///
/// Secret scanners recognise a leaked secret by its prefix. The tenant's id says in which tenant the server must search
/// for it. The checksum lets the server refuse typing errors and invented secrets without a query. The database stores
/// only the digest of the text, never the text itself.
struct TenantSecret {
    let text: String
    let tenant: UUID
    /// The SHA-256 of the text, by which the database finds what the secret belongs to.
    let digest: [UInt8]

    /// The number of characters after the prefix.
    static let length = 70

    /// Makes a new secret with 256 random bits.
    init(prefix: String, tenant: UUID) {
        let secret = Self.bytes(of: tenant) + Randomness.bytes(32)
        self.init(text: prefix + Base64.url.encode(secret + Self.checksum(of: secret)), tenant: tenant)
    }

    /// Parses a secret that a client sent. The result is nil if the prefix, length, alphabet or checksum is wrong, or if
    /// the same bytes are spelled in another way.
    init?(_ text: String, prefix: String) {
        let characters = text.utf8
        guard characters.count == prefix.utf8.count + Self.length, characters.starts(with: prefix.utf8),
            let bytes = Base64.url.decode(characters.dropFirst(prefix.utf8.count)), bytes.count == 52,
            bytes.suffix(4).elementsEqual(Self.checksum(of: bytes.prefix(48)))
        else { return nil }
        self.init(text: text, tenant: Self.tenant(of: bytes))
    }

    private init(text: String, tenant: UUID) {
        self.text = text
        self.tenant = tenant
        digest = Digest.sha256(text.utf8)
    }

    /// Returns the checksum of a secret's other bytes. It only detects damaged secrets: anybody can compute it, so it
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
