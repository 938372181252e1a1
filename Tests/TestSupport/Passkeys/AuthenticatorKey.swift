import COpenSSL
import WebAuthn

/// The key pair of a passkey that a test makes.
///
/// It is `@unchecked Sendable`, because nothing changes an OpenSSL key after its creation.
public final class AuthenticatorKey: @unchecked Sendable {
    public let algorithm: PasskeyAlgorithm
    private let pointer: OpaquePointer

    /// OpenSSL made no key.
    struct NoKey: Error {}

    /// Makes a new key. One for RS256 has 2,048 bits.
    /// - Parameter curve: the curve of a key for ES256.
    public init(algorithm: PasskeyAlgorithm, curve: String = "P-256") throws {
        let name =
            switch algorithm {
            case .es256: "EC"
            case .edDSA: "ED25519"
            case .rs256: "RSA"
            }
        let context = EVP_PKEY_CTX_new_from_name(nil, name, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        EVP_PKEY_keygen_init(context)
        if algorithm == .es256 { EVP_PKEY_CTX_set_group_name(context, curve) }
        EVP_PKEY_generate(context, &pointer)
        guard let pointer else { throw NoKey() }
        (self.algorithm, self.pointer) = (algorithm, pointer)
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The public key as a COSE_Key, in the canonical order of its members.
    public var publicKey: [UInt8] { CBORItem.map(members).encoded }

    /// The members of the COSE_Key, so that a test can change one.
    public var members: [(CBORItem, CBORItem)] {
        let algorithm: (CBORItem, CBORItem) = (3, .integer(self.algorithm.rawValue))
        switch self.algorithm {
        case .es256:
            let (x, y) = (Array(point.dropFirst().prefix(point.count / 2)), Array(point.suffix(point.count / 2)))
            return [(1, 2), algorithm, (-1, 1), (-2, .bytes(x)), (-3, .bytes(y))]
        case .edDSA: return [(1, 1), algorithm, (-1, 6), (-2, .bytes(raw))]
        case .rs256: return [(1, 3), algorithm, (-1, .bytes(number("n"))), (-2, .bytes(number("e")))]
        }
    }

    /// Signs the bytes as an authenticator does: in DER for ES256, and in the algorithm's own form for the others.
    public func sign(_ bytes: [UInt8]) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(pointer)))
        var length = signature.count
        let isSigned =
            EVP_DigestSignInit(context, nil, algorithm == .edDSA ? nil : EVP_sha256(), nil, pointer) == 1
            && EVP_DigestSign(context, &signature, &length, bytes, bytes.count) == 1
        precondition(isSigned, "OpenSSL could not sign")
        return Array(signature.prefix(length))
    }

    /// The public point of a key for ES256, uncompressed.
    private var point: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = EVP_PKEY_get1_encoded_public_key(pointer, &start)
        defer { CRYPTO_free(start, #file, #line) }
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The public key for EdDSA.
    private var raw: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        var length = bytes.count
        EVP_PKEY_get_raw_public_key(pointer, &bytes, &length)
        return bytes
    }

    /// One of the numbers of a key for RS256, without zeros at its beginning.
    private func number(_ name: String) -> [UInt8] {
        var number: OpaquePointer?
        EVP_PKEY_get_bn_param(pointer, name, &number)
        defer { BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: (Int(BN_num_bits(number)) + 7) / 8)
        BN_bn2bin(number, &bytes)
        return bytes
    }
}
