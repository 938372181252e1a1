import COpenSSL

/// The callback with which OpenSSL asks for the password of an encrypted key. It returns none. Otherwise OpenSSL would
/// ask at the terminal and block, for every text that claims to be encrypted.
func noPassword(_: UnsafeMutablePointer<CChar>?, _: CInt, _: CInt, _: UnsafeMutableRawPointer?) -> CInt { -1 }

/// A key in OpenSSL's memory.
struct KeyHandle: Sendable {
    private let object: OpenSSLObject

    /// - Parameter pointer: OpenSSL's key. This value owns it from now on and frees it.
    init(owning pointer: OpaquePointer) {
        object = OpenSSLObject(owning: pointer) { EVP_PKEY_free($0) }
    }

    var pointer: OpaquePointer { object.pointer }

    /// Reads a key from a PEM text; nil if the function `read` finds none in it.
    init?(_ pem: String, reading read: (OpaquePointer?) -> OpaquePointer?) {
        let found = Array(pem.utf8).withUnsafeBufferPointer { bytes in
            let input = BIO_new_mem_buf(bytes.baseAddress, CInt(clamping: bytes.count))
            defer {
                BIO_free(input)
                ERR_clear_error()
            }
            return read(input)
        }
        guard let pointer = found else { return nil }
        self.init(owning: pointer)
    }

    /// Reads a private key from a PEM text with the label `PRIVATE KEY` (PKCS#8), unencrypted; nil if the text has none. It
    /// accepts no other kind of PEM, because the files of Apple and Google have this one.
    init?(privatePEM pem: String) {
        self.init(pem) { input in
            guard let information = PEM_read_bio_PKCS8_PRIV_KEY_INFO(input, nil, noPassword, nil) else { return nil }
            defer { PKCS8_PRIV_KEY_INFO_free(information) }
            return EVP_PKCS82PKEY(information)
        }
    }

    /// Makes a new key on P-256.
    static func generated() -> KeyHandle {
        generated("EC") { EVP_PKEY_CTX_set_group_name($0, "P-256") }
    }

    /// Makes a new RSA key.
    static func generatedRSA(bits: CInt) -> KeyHandle {
        generated("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, bits) }
    }

    private static func generated(_ algorithm: String, set: (OpaquePointer?) -> CInt) -> KeyHandle {
        let context = EVP_PKEY_CTX_new_from_name(nil, algorithm, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        let isMade = EVP_PKEY_keygen_init(context) == 1 && set(context) == 1 && EVP_PKEY_generate(context, &pointer) == 1
        // It fails only if OpenSSL lacks the algorithm or memory. No caller could handle that.
        guard isMade, let pointer else { preconditionFailure("OpenSSL could not make a key") }
        return KeyHandle(owning: pointer)
    }

    var isP256: Bool {
        var name = [CChar](repeating: 0, count: 32)
        return EVP_PKEY_is_a(pointer, "EC") == 1
            && EVP_PKEY_get_group_name(pointer, &name, name.count, nil) == 1
            && name.starts(with: "prime256v1\0".utf8.map { CChar(bitPattern: $0) })
    }

    /// Whether the key's private part is valid and its public part belongs to the private part.
    var isConsistent: Bool {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        return EVP_PKEY_check(context) == 1
    }

    /// Signs the bytes with this private key and SHA-256.
    /// - Parameter limit: the maximum number of bytes of a signature.
    func signature(of bytes: [UInt8], upTo limit: Int) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: limit)
        var length = signature.count
        let isSigned =
            EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1
            && EVP_DigestSign(context, &signature, &length, bytes, bytes.count) == 1
        // Keys are checked when they are read, so signing fails only if OpenSSL has no memory for a few bytes.
        precondition(isSigned, "OpenSSL could not sign")
        return Array(signature.prefix(length))
    }

    /// Returns whether a signature of the bytes was made with the private key that belongs to this public key.
    /// - Parameter digest: the digest of the bytes that is signed; nil for an algorithm that signs the bytes themselves.
    func verifies(_ signature: [UInt8], of bytes: [UInt8], digest: OpaquePointer?) -> Bool {
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        return EVP_DigestVerifyInit(context, nil, digest, nil, pointer) == 1
            && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }

    /// The private key as a PEM text, which `init(privatePEM:)` reads.
    var privatePEM: String { text { PEM_write_bio_PKCS8PrivateKey($0, $1, nil, nil, 0, nil, nil) } }

    /// Returns the text that one of OpenSSL's functions, `write`, writes for this key.
    func text(_ write: (_ output: OpaquePointer?, _ key: OpaquePointer) -> CInt) -> String {
        let output = BIO_new(BIO_s_mem())
        defer { BIO_free(output) }
        // Writing to memory fails only if there is none left.
        precondition(write(output, pointer) == 1, "OpenSSL could not write a key")
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        let count = BIO_read(output, &bytes, CInt(bytes.count))
        return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    }
}
