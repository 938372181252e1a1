import COpenSSL

/// A public key that verifies signatures of EdDSA on the curve Ed25519 (RFC 8032).
public struct Ed25519VerifyingKey: Sendable {
    private let key: KeyHandle

    /// Reads a key; nil unless it has 32 bytes and a private key can belong to it.
    public init?(bytes: [UInt8]) {
        guard !Self.isOfSmallOrder(bytes) else { return nil }
        defer { ERR_clear_error() }
        guard let pointer = EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count) else { return nil }
        key = KeyHandle(owning: pointer)
    }

    /// Returns whether a signature of the bytes was made with the private key that belongs to this key. The signature
    /// must have 64 bytes; for any other length the result is false.
    public func verify(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        key.verifies(signature, of: bytes, digest: nil)
    }

    /// Whether a key is a point of order 1, 2, 4 or 8: signatures that fit it can be made without any private key.
    private static func isOfSmallOrder(_ bytes: [UInt8]) -> Bool {
        // The last bit says which of two points with the same y-coordinate it is.
        bytes.last.map { smallOrder.contains((bytes.dropLast() + [$0 & 0x7F]).hexadecimal) } ?? false
    }

    /// The y-coordinates of these points, with both that are also written beyond the field's prime.
    private static let smallOrder: Set<String> = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ]
}
