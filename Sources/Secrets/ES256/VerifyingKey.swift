import COpenSSL

/// A public key that verifies ES256 signatures.
public struct VerifyingKey: Sendable {
    private let key: KeyHandle

    init(_ key: KeyHandle) {
        self.key = key
    }

    /// Reads the key of a PEM text with one `PUBLIC KEY`, on P-256.
    /// - Throws: `KeyError` if the text isn't such a key.
    public init(pem: String) throws(KeyError) {
        guard let key = KeyHandle(pem, reading: { PEM_read_bio_PUBKEY($0, nil, noPassword, nil) }) else { throw .unreadablePublicKey }
        guard key.isP256 else { throw .otherCurve }
        self.key = key
    }

    /// Reads a key in its uncompressed form, as Web Push names it; nil if the bytes aren't a point of the curve.
    public init?(point: [UInt8]) {
        guard point.count == KeyHandle.pointLength, point.first == 4, let key = KeyHandle(point: point) else { return nil }
        self.key = key
    }

    /// The key as a point of the curve in its uncompressed form: 65 bytes.
    public var point: [UInt8] { key.point }

    /// The key as a PEM text, which `init(pem:)` reads.
    public var pem: String { key.text { PEM_write_bio_PUBKEY($0, $1) } }

    /// Returns whether a signature of the bytes was made with the private key that belongs to this key. The signature
    /// must have 64 bytes, 32 each for R and S; for any other length the result is false.
    public func verify(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard let der = ES256Signature.der(raw: signature) else { return false }
        return verify(der: der, of: bytes)
    }

    /// Returns whether a signature of the bytes, in DER (RFC 3279, 2.2.3), was made with the private key that belongs to
    /// this key.
    public func verify(der: [UInt8], of bytes: [UInt8]) -> Bool {
        key.verifies(der, of: bytes, digest: EVP_sha256())
    }
}
