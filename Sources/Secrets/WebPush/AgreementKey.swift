import COpenSSL

/// A private key on the curve P-256 with which two sides agree on a secret (ECDH).
public struct AgreementKey: Sendable {
    private let key: KeyHandle
    public let publicKey: AgreementPublicKey

    /// Makes a new key.
    public init() { self.init(KeyHandle.generated()) }

    private init(_ key: KeyHandle) {
        (self.key, publicKey) = (key, AgreementPublicKey(key))
    }

    /// Reads a key from its private number, 32 bytes; nil if it isn't one. Test vectors give keys in this form.
    init?(number: [UInt8]) {
        guard number.count == 32 else { return nil }
        let der = Self.pkcs8Head + number
        let found = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_AutoPrivateKey(nil, &start, bytes.count)
        }
        ERR_clear_error()
        guard let found else { return nil }
        self.init(KeyHandle(owning: found))
    }

    /// What stands before the private number in a key's PKCS#8 form without public key.
    private static let pkcs8Head: [UInt8] = [
        0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce,
        0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
    ]

    /// Returns the secret that both sides share, 32 bytes.
    func secret(with other: AgreementPublicKey) -> [UInt8] {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var length = 32
        var secret = [UInt8](repeating: 0, count: length)
        // The other key was checked when it was read, and P-256 has no small subgroups, so OpenSSL needn't check it again.
        let isDerived =
            EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer_ex(context, other.key.pointer, 0) == 1
            && EVP_PKEY_derive(context, &secret, &length) == 1 && length == 32
        precondition(isDerived, "OpenSSL could not agree on a secret")
        return secret
    }
}

/// The public half of an `AgreementKey`, such as a browser's key for the messages to it.
public struct AgreementPublicKey: Sendable, Equatable {
    fileprivate let key: KeyHandle
    /// The point of the curve in its uncompressed form: 65 bytes, of which the first is 4.
    public let bytes: [UInt8]

    init(_ key: KeyHandle) {
        (self.key, bytes) = (key, key.point)
    }

    /// Reads a key in its uncompressed form; nil if the bytes aren't a point of the curve.
    public init?(bytes: [UInt8]) {
        guard bytes.count == KeyHandle.pointLength, bytes.first == 4, let key = KeyHandle(point: bytes) else { return nil }
        (self.key, self.bytes) = (key, bytes)
    }

    public static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}

extension KeyHandle {
    /// The number of bytes of a point of P-256 in its uncompressed form.
    static let pointLength = 65

    /// A key that only lends its curve to others. Looking the curve up by its name takes longer than reading a key.
    private static let curve = KeyHandle.generated()

    /// Reads a public key from a point; nil if the bytes aren't a point of the curve.
    init?(point: [UInt8]) {
        // It fails only if there is no memory for an empty key. No caller could handle that.
        guard let pointer = EVP_PKEY_new() else { preconditionFailure("OpenSSL has no memory for a key") }
        self.init(owning: pointer)
        defer { ERR_clear_error() }
        guard EVP_PKEY_copy_parameters(pointer, Self.curve.pointer) == 1,
            EVP_PKEY_set1_encoded_public_key(pointer, point, point.count) == 1
        else { return nil }
    }

    /// The key's public point in its uncompressed form.
    var point: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = EVP_PKEY_get1_encoded_public_key(pointer, &start)
        defer { CRYPTO_free(start, #file, #line) }
        // A point on P-256 has one uncompressed form of 65 bytes, so writing it fails only without memory.
        precondition(count == Self.pointLength, "OpenSSL could not write a point")
        return Array(UnsafeBufferPointer(start: start, count: count))
    }
}

extension AgreementKey: CustomStringConvertible, CustomReflectable {
    /// Only the name of the type, so that no log shows the secret key by accident.
    public var description: String { "AgreementKey" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a key shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
