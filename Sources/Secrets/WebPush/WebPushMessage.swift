/// Encrypts messages for browsers, and decrypts them (RFC 8291). Only the browser can read a message, and not the push
/// service that takes it there.
public enum WebPushMessage {
    /// The number of bytes of the secret that a browser gives beside its public key.
    public static let authLength = 16
    private static let saltLength = 16
    /// The size of a record, which the header names. A message is one record.
    private static let recordSize = 4096
    /// The content's length, with the byte that ends it, is padded to a multiple of this number of bytes. So an encrypted
    /// message's length says little about its text.
    private static let block = 512
    /// The salt, the record size, the length of the sender's key, and the key.
    private static let headerLength = saltLength + 4 + 1 + KeyHandle.pointLength
    /// The byte that ends the content of the last record (RFC 8188).
    private static let end: UInt8 = 2

    /// The longest content of a message, in bytes.
    public static let limit = (recordSize - headerLength - AESGCM.tagLength) / block * block - 1

    /// Encrypts a content for a browser, with a fresh key and salt. The result is the body of the request, in the
    /// content coding `aes128gcm`.
    /// - Parameters:
    ///   - content: at most `limit` bytes.
    ///   - browser: the browser's public key, `p256dh` in JSON.
    ///   - auth: the browser's secret of 16 bytes.
    public static func encrypt(_ content: [UInt8], for browser: AgreementPublicKey, auth: [UInt8]) -> [UInt8] {
        precondition(content.count <= limit, "a message's content is too long")
        let length = (content.count / block + 1) * block
        let padding = [UInt8](repeating: 0, count: length - content.count - 1)
        return encrypt(content, padding, for: browser, auth: auth, sender: AgreementKey(), salt: Randomness.bytes(saltLength))
    }

    /// Encrypts with a given key, salt and padding. Use it only for known test vectors.
    static func encrypt(
        _ content: [UInt8], _ padding: [UInt8] = [], for browser: AgreementPublicKey, auth: [UInt8], sender: AgreementKey, salt: [UInt8]
    ) -> [UInt8] {
        let secrets = Secrets(
            shared: sender.secret(with: browser), auth: auth, browser: browser.bytes, sender: sender.publicKey.bytes, salt: salt)
        let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: recordSize >> $0) }
        return salt + size + [UInt8(KeyHandle.pointLength)] + sender.publicKey.bytes
            + AESGCM.seal(content + [end] + padding, key: secrets.key, nonce: secrets.nonce)
    }

    /// Decrypts a message, as the browser does; nil if it isn't a message of one record for this key and secret.
    /// - Parameters:
    ///   - key: the browser's private key.
    ///   - auth: the browser's secret of 16 bytes.
    public static func decrypt(_ message: [UInt8], with key: AgreementKey, auth: [UInt8]) -> [UInt8]? {
        guard message.count > headerLength, message[saltLength + 4] == UInt8(KeyHandle.pointLength),
            let sender = AgreementPublicKey(bytes: Array(message[(saltLength + 5)..<headerLength]))
        else { return nil }
        let size = message[saltLength..<saltLength + 4].reduce(0) { $0 << 8 | Int($1) }
        let sealed = Array(message[headerLength...])
        let secrets = Secrets(
            shared: key.secret(with: sender), auth: auth, browser: key.publicKey.bytes, sender: sender.bytes,
            salt: Array(message.prefix(saltLength)))
        guard sealed.count <= size, let padded = AESGCM.open(sealed, key: secrets.key, nonce: secrets.nonce),
            let last = padded.lastIndex(where: { $0 != 0 }), padded[last] == end
        else { return nil }
        return Array(padded[..<last])
    }

    /// The key and the nonce of a message (RFC 8291, 3.4).
    private struct Secrets {
        let key: [UInt8]
        let nonce: [UInt8]

        init(shared: [UInt8], auth: [UInt8], browser: [UInt8], sender: [UInt8], salt: [UInt8]) {
            let material = HKDF.sha256(shared, salt: auth, info: Array("WebPush: info\0".utf8) + browser + sender, count: 32)
            key = HKDF.sha256(material, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
            nonce = HKDF.sha256(material, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
        }
    }
}
