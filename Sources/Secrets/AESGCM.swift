import COpenSSL

/// Encrypts and decrypts with AES-GCM, by a key of 16 or 32 bytes and a nonce of 12 bytes. The authentication tag
/// follows the ciphertext.
enum AESGCM {
    /// The number of bytes by which a ciphertext is longer than its plaintext.
    static let tagLength = 16

    /// Returns the ciphertext with its tag.
    /// - Parameter nonce: 12 bytes, which must never be used twice with the same key.
    static func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], associatedData: [UInt8] = []) -> [UInt8] {
        let cipher = Cipher(.seal, key: key, nonce: nonce, associatedData: associatedData)
        let ciphertext = cipher.update(plaintext)
        var tag = [UInt8](repeating: 0, count: tagLength)
        // Sealing fails only without memory. An unfinished ciphertext must never be returned.
        let isFinished = cipher.finish() && EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_GET_TAG, CInt(tagLength), &tag) == 1
        precondition(isFinished, "OpenSSL could not seal")
        return ciphertext + tag
    }

    /// Returns the plaintext; nil if the tag is wrong, because the key, the nonce or the ciphertext is another.
    static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], associatedData: [UInt8] = []) -> [UInt8]? {
        guard sealed.count >= tagLength else { return nil }
        var tag = Array(sealed.suffix(tagLength))
        let cipher = Cipher(.open, key: key, nonce: nonce, associatedData: associatedData)
        let plaintext = cipher.update(Array(sealed.dropLast(tagLength)))
        // The plaintext is returned only after the tag has been verified.
        guard EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), &tag) == 1, cipher.finish() else {
            ERR_clear_error()
            return nil
        }
        return plaintext
    }
}

/// One encryption or decryption of data with AES-GCM.
private final class Cipher {
    enum Direction: CInt {
        case open = 0
        case seal = 1
    }

    let context = EVP_CIPHER_CTX_new()

    init(_ direction: Direction, key: [UInt8], nonce: [UInt8], associatedData: [UInt8]) {
        precondition([16, 32].contains(key.count) && nonce.count == 12, "AES-GCM takes keys of 16 or 32 bytes and nonces of 12")
        let algorithm = key.count == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm()
        var length: CInt = 0
        // All lengths are valid, and 12 bytes are GCM's default nonce length, so this fails only without memory.
        let isReady =
            EVP_CipherInit_ex(context, algorithm, nil, key, nonce, direction.rawValue) == 1
            && EVP_CipherUpdate(context, nil, &length, associatedData, CInt(associatedData.count)) == 1
        precondition(isReady, "OpenSSL has no AES-GCM")
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Encrypts or decrypts bytes. Returns the same number of bytes, because AES-GCM has no padding.
    func update(_ bytes: [UInt8]) -> [UInt8] {
        // GCM would take an empty update for the end of the data before.
        guard !bytes.isEmpty else { return [] }
        return [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            var length: CInt = 0
            let isDone = EVP_CipherUpdate(context, output.baseAddress, &length, bytes, CInt(bytes.count)) == 1
            // The key and nonce are set, and GCM gives a byte for each byte.
            precondition(isDone && Int(length) == bytes.count, "OpenSSL could not encrypt")
            count = bytes.count
        }
    }

    /// Ends the encryption or decryption. Returns whether it succeeded: when decrypting, whether the authentication tag
    /// is right.
    func finish() -> Bool {
        var nothing = [UInt8](repeating: 0, count: 16)
        var length: CInt = 0
        return EVP_CipherFinal_ex(context, &nothing, &length) == 1
    }
}
