import COpenSSL

/// Encrypts small secrets with AES-256-GCM, so that they can neither be read nor changed nor moved elsewhere without the key.
///
/// A box is the nonce (12 bytes), the ciphertext (as long as the plaintext) and the tag (16 bytes), one after the other. Nonces are random:
/// one key is good for 2³² boxes.
public enum SealedBox {
    /// The box is damaged, was sealed under another key or for other associated data, or is none. Which of them it is can't be told.
    public struct Unopenable: Error, Equatable, CustomStringConvertible {
        public let description = "What was sealed can't be opened: another key, another place, or damaged."
    }

    /// The length of a key, in bytes.
    public static let keyLength = 32
    private static let nonceLength = 12
    private static let tagLength = 16

    /// Seals all these bytes: 28 more come out, others each time.
    /// - Parameters:
    ///   - plaintext: the secret, less than 2 GiB.
    ///   - key: 32 bytes, random and secret.
    ///   - associatedData: what the secret belongs to. It is not in the box; opening needs the same again.
    public static func seal(_ plaintext: [UInt8], under key: [UInt8], for associatedData: [UInt8]) -> [UInt8] {
        seal(plaintext, under: key, for: associatedData, nonce: Randomness.bytes(nonceLength))
    }

    /// The bytes that `seal` took.
    /// - Parameters:
    ///   - box: what `seal` gave.
    ///   - key: the same 32 bytes.
    ///   - associatedData: the same as well.
    /// - Throws: `Unopenable`.
    public static func open(_ box: [UInt8], under key: [UInt8], for associatedData: [UInt8]) throws(Unopenable) -> [UInt8] {
        guard box.count >= nonceLength + tagLength else { throw Unopenable() }
        var tag = Array(box.suffix(tagLength))
        let cipher = Cipher(.open, key: key, nonce: Array(box.prefix(nonceLength)), associatedData: associatedData)
        let plaintext = cipher.update(Array(box[nonceLength..<box.count - tagLength]))
        // Nothing of the plaintext leaves before the tag has been found right.
        guard EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), &tag) == 1, cipher.finish() else {
            ERR_clear_error()
            throw Unopenable()
        }
        return plaintext
    }

    /// For known examples alone: a nonce used twice gives the secret away.
    static func seal(_ plaintext: [UInt8], under key: [UInt8], for associatedData: [UInt8], nonce: [UInt8]) -> [UInt8] {
        let cipher = Cipher(.seal, key: key, nonce: nonce, associatedData: associatedData)
        let ciphertext = cipher.update(plaintext)
        var tag = [UInt8](repeating: 0, count: tagLength)
        // Sealing depends on nothing but memory; a box that was not finished must never be handed out.
        let isFinished = cipher.finish() && EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_GET_TAG, CInt(tagLength), &tag) == 1
        precondition(isFinished, "OpenSSL could not seal")
        return nonce + ciphertext + tag
    }
}

/// One pass of AES-256-GCM.
private final class Cipher {
    enum Direction: CInt {
        case open = 0
        case seal = 1
    }

    let context = EVP_CIPHER_CTX_new()

    init(_ direction: Direction, key: [UInt8], nonce: [UInt8], associatedData: [UInt8]) {
        // OpenSSL would read 32 bytes wherever the key lies.
        precondition(key.count == SealedBox.keyLength, "a key for AES-256 has 32 bytes")
        var length: CInt = 0
        // Lengths are right and 12 bytes are GCM's own nonce length: it fails only without memory.
        let isReady =
            EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce, direction.rawValue) == 1
            && EVP_CipherUpdate(context, nil, &length, associatedData, CInt(associatedData.count)) == 1
        precondition(isReady, "OpenSSL has no AES-256-GCM")
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// As many bytes out as in: GCM has no padding.
    func update(_ bytes: [UInt8]) -> [UInt8] {
        // GCM takes an empty update for the end of what comes before.
        guard !bytes.isEmpty else { return [] }
        return [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            var length: CInt = 0
            let isDone = EVP_CipherUpdate(context, output.baseAddress, &length, bytes, CInt(bytes.count)) == 1
            precondition(isDone && Int(length) == bytes.count, "OpenSSL could not encrypt")
            count = bytes.count
        }
    }

    /// Whether the tag is right (opening), or could be computed (sealing).
    func finish() -> Bool {
        var nothing = [UInt8](repeating: 0, count: 16)
        var length: CInt = 0
        return EVP_CipherFinal_ex(context, &nothing, &length) == 1
    }
}
