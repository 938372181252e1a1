import COpenSSL

/// A public key that verifies RS256 signatures, which are RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, 3.3).
public struct RS256VerifyingKey: Sendable {
    private let key: KeyHandle

    /// The number of bits that a modulus may have. RFC 8230 demands the lower bound. The upper one limits the time that
    /// a stranger's key can take, to about a millisecond.
    public static let modulusBits = 2048...4096
    /// The maximum number of bytes of an exponent. Keys have 65,537. A long exponent would make verifying slow.
    public static let exponentBytes = 4

    init(_ key: KeyHandle) {
        self.key = key
    }

    /// Reads a key from its two numbers, the highest byte first; nil if they are too short, too long, or begin with a
    /// zero, or if OpenSSL refuses them.
    public init?(modulus: [UInt8], exponent: [UInt8]) {
        guard let first = modulus.first, first > 0, Self.modulusBits.contains(modulus.count * 8 - first.leadingZeroBitCount),
            let last = exponent.last, exponent.count <= Self.exponentBytes, exponent.first != 0, last & 1 == 1, exponent != [1]
        else { return nil }
        let der = Self.der(0x30, Self.integer(modulus) + Self.integer(exponent))
        let found = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_PublicKey(EVP_PKEY_RSA, nil, &start, bytes.count)
        }
        ERR_clear_error()
        guard let found else { return nil }
        key = KeyHandle(owning: found)
    }

    /// The key as a PEM text.
    public var pem: String { key.text { PEM_write_bio_PUBKEY($0, $1) } }

    /// Returns whether a signature of the bytes was made with the private key that belongs to this key. The signature
    /// must be as long as the modulus; for any other length the result is false.
    public func verify(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        key.verifies(signature, of: bytes, digest: EVP_sha256())
    }

    /// Writes a number that isn't negative as an INTEGER in DER.
    private static func integer(_ number: [UInt8]) -> [UInt8] {
        der(0x02, (number.first ?? 0) < 0x80 ? number : [0] + number)
    }

    /// Writes content of less than 128 bytes, or of 256 to 65,535, in DER. A key's numbers have no length between.
    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        return [tag] + (count < 0x80 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]) + content
    }
}
