import COpenSSL

/// A private key that signs with ES256, which is ECDSA on the curve P-256 with SHA-256 (RFC 7518, 3.4). Apple's
/// provider tokens need such a signature.
public struct SigningKey: Sendable {
    private let key: KeyHandle

    /// Reads the key of a `.p8` file: a PEM text with one `PRIVATE KEY` (PKCS#8), unencrypted, on P-256.
    /// - Throws: `KeyError` if the text isn't such a key.
    public init(pem: String) throws(KeyError) {
        guard let key = KeyHandle(privatePEM: pem) else { throw .unreadablePrivateKey }
        guard key.isP256 else { throw .otherCurve }
        guard key.isConsistent else { throw .unreadablePrivateKey }
        self.key = key
    }

    private init(_ key: KeyHandle) {
        self.key = key
    }

    /// Makes a new key. Returns it with its PEM text, which is secret. `init(pem:)` reads this text.
    public static func generate() -> (key: SigningKey, pem: String) {
        let key = KeyHandle.generated()
        return (SigningKey(key), key.privatePEM)
    }

    /// The public key that verifies this key's signatures. It isn't secret.
    public var verifyingKey: VerifyingKey { VerifyingKey(key) }

    /// Signs the bytes. The signature has exactly 64 bytes, 32 each for R and S, and is different at each call.
    public func sign(_ bytes: [UInt8]) -> [UInt8] {
        // A signature on P-256 has at most 72 bytes.
        ES256Signature.raw(der: key.signature(of: bytes, upTo: 72))
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// Only the name of the type, so that no log shows the secret key by accident.
    public var description: String { "SigningKey" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a key shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
