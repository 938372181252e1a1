#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The secret of a key for another program, which names its tenant (`TenantSecret`). It begins with `davenport_key_`
/// and is part of an address, so it holds only letters, digits, `-` and `_`.
public struct KeySecret: Sendable {
    /// The secret text: 84 characters.
    public let text: String
    /// The id of the key's tenant. It is only a claim until the server has found the secret's digest in that tenant.
    public let tenant: UUID
    /// The SHA-256 of the text, by which the database stores and finds the key.
    public let digest: [UInt8]

    private static let prefix = "davenport_key_"

    /// Makes a new secret with 256 random bits.
    public init(tenant: UUID) {
        self.init(TenantSecret(prefix: Self.prefix, tenant: tenant))
    }

    /// Parses a secret that a client sent; nil if it can't be one.
    public init?(_ text: String) {
        guard let secret = TenantSecret(text, prefix: Self.prefix) else { return nil }
        self.init(secret)
    }

    private init(_ secret: TenantSecret) {
        (text, tenant, digest) = (secret.text, secret.tenant, secret.digest)
    }
}

extension KeySecret: CustomStringConvertible, CustomReflectable {
    /// Only the tenant's id, so that no log shows the secret by accident.
    public var description: String { "KeySecret(tenant: \(tenant))" }
    /// A mirror without children, so that `dump` doesn't show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
