import COpenSSL

/// A public key that verifies signatures of EdDSA on the curve Ed25519 (RFC 8032).
public struct Ed25519VerifyingKey: Sendable {
    private let key: KeyHandle

    /// Reads a key; nil unless it has 32 bytes.
    public init?(bytes: [UInt8]) {
        defer { ERR_clear_error() }
        guard let pointer = EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count) else { return nil }
        key = KeyHandle(owning: pointer)
    }

    /// Returns whether a signature of the bytes was made with the private key that belongs to this key. The signature
    /// must have 64 bytes; for any other length the result is false.
    public func verify(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        key.verifies(signature, of: bytes, digest: nil)
    }
}
