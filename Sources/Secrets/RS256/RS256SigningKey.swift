import COpenSSL

/// A private key that signs with RS256, which is RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, 3.3). Google's service accounts
/// have such keys.
public struct RS256SigningKey: Sendable {
    private let key: KeyHandle

    /// Reads a key from a PEM text with one `PRIVATE KEY` (PKCS#8), unencrypted; nil if the text has none, if the key isn't
    /// one of RSA with as many bits as `RS256VerifyingKey` takes, or if it is damaged.
    public init?(pem: String) {
        guard let key = KeyHandle(privatePEM: pem), EVP_PKEY_is_a(key.pointer, "RSA") == 1,
            RS256VerifyingKey.modulusBits.contains(Int(EVP_PKEY_get_bits(key.pointer))), key.isConsistent
        else { return nil }
        self.key = key
    }

    /// Makes a new key of 2048 bits. Returns it with its PEM text, which is secret. `init(pem:)` reads this text.
    public static func generate() -> (key: RS256SigningKey, pem: String) {
        let key = KeyHandle.generatedRSA(bits: CInt(RS256VerifyingKey.modulusBits.lowerBound))
        return (RS256SigningKey(key), key.privatePEM)
    }

    private init(_ key: KeyHandle) {
        self.key = key
    }

    /// The public key that verifies this key's signatures. It isn't secret.
    public var verifyingKey: RS256VerifyingKey { RS256VerifyingKey(key) }

    /// Signs the bytes. The signature is as long as the modulus, and always the same for the same bytes.
    public func sign(_ bytes: [UInt8]) -> [UInt8] {
        key.signature(of: bytes, upTo: RS256VerifyingKey.modulusBits.upperBound / 8)
    }
}

extension RS256SigningKey: CustomStringConvertible, CustomReflectable {
    /// Only the name of the type, so that no log shows the secret key by accident.
    public var description: String { "RS256SigningKey" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a key shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
