import COpenSSL

/// Encrypts small secrets with AES-256-GCM. Without the key, nobody can read or change a secret, or move it unnoticed
/// to another row or tenant.
///
/// A box consists of the nonce (12 bytes), the ciphertext (as long as the plaintext) and the tag (16 bytes). Nonces are
/// random, so one key may encrypt at most 2³² boxes.
public enum SealedBox {
    /// The error for a box that is damaged, or was made with another key or other associated data. AES-GCM can't
    /// distinguish these cases.
    public struct Unopenable: Error, Equatable, CustomStringConvertible {
        public let description = "What was sealed can't be opened: another key, another place, or damaged."
    }

    /// The length in bytes of an AES-256 key.
    public static let keyLength = 32
    private static let nonceLength = 12
    private static let tagLength = 16

    /// Encrypts a secret. The box is 28 bytes longer than the secret, and different at each call.
    /// - Parameters:
    ///   - plaintext: the secret, less than 2 GiB.
    ///   - key: 32 bytes, random and secret.
    ///   - associatedData: what the secret belongs to, such as the tenant and the row. The box doesn't contain it, and
    ///     `open` needs the same data.
    public static func seal(_ plaintext: [UInt8], under key: [UInt8], for associatedData: [UInt8]) -> [UInt8] {
        seal(plaintext, under: key, for: associatedData, nonce: Randomness.bytes(nonceLength))
    }

    /// Decrypts a box.
    /// - Parameters:
    ///   - box: a result of `seal`.
    ///   - key: the same 32 bytes as for `seal`.
    ///   - associatedData: the same data as for `seal`.
    /// - Throws: `Unopenable` if the box is damaged, or was made with another key or other associated data.
    public static func open(_ box: [UInt8], under key: [UInt8], for associatedData: [UInt8]) throws(Unopenable) -> [UInt8] {
        guard box.count >= nonceLength + tagLength else { throw Unopenable() }
        var tag = Array(box.suffix(tagLength))
        let cipher = Cipher(.open, key: key, nonce: Array(box.prefix(nonceLength)), associatedData: associatedData)
        let plaintext = cipher.update(Array(box[nonceLength..<box.count - tagLength]))
        // The plaintext is returned only after the tag has been verified.
        guard EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), &tag) == 1, cipher.finish() else {
            ERR_clear_error()
            throw Unopenable()
        }
        return plaintext
    }

    /// Encrypts a secret with a given nonce instead of a random one. Use it only for known test vectors, because a
    /// nonce that is used twice reveals the secret.
    static func seal(_ plaintext: [UInt8], under key: [UInt8], for associatedData: [UInt8], nonce: [UInt8]) -> [UInt8] {
        let cipher = Cipher(.seal, key: key, nonce: nonce, associatedData: associatedData)
        let ciphertext = cipher.update(plaintext)
        var tag = [UInt8](repeating: 0, count: tagLength)
        // Sealing fails only without memory. An unfinished box must never be returned.
        let isFinished = cipher.finish() && EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_GET_TAG, CInt(tagLength), &tag) == 1
        precondition(isFinished, "OpenSSL could not seal")
        return nonce + ciphertext + tag
    }
}

/// One encryption or decryption of data with AES-256-GCM.
private final class Cipher {
    enum Direction: CInt {
        case open = 0
        case seal = 1
    }

    let context = EVP_CIPHER_CTX_new()

    init(_ direction: Direction, key: [UInt8], nonce: [UInt8], associatedData: [UInt8]) {
        // OpenSSL would read 32 bytes in every case.
        precondition(key.count == SealedBox.keyLength, "a key for AES-256 has 32 bytes")
        var length: CInt = 0
        // All lengths are valid, and 12 bytes are GCM's default nonce length, so this fails only without memory.
        let isReady =
            EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce, direction.rawValue) == 1
            && EVP_CipherUpdate(context, nil, &length, associatedData, CInt(associatedData.count)) == 1
        precondition(isReady, "OpenSSL has no AES-256-GCM")
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Encrypts or decrypts bytes. Returns the same number of bytes, because AES-GCM has no padding.
    func update(_ bytes: [UInt8]) -> [UInt8] {
        // GCM would take an empty update for the end of the data before.
        guard !bytes.isEmpty else { return [] }
        return [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            var length: CInt = 0
            let isDone = EVP_CipherUpdate(context, output.baseAddress, &length, bytes, CInt(bytes.count)) == 1
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
