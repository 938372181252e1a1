import COpenSSL

/// Encrypts one text with a public key, so that only the private key opens it (HPKE, RFC 9180): mode base, X25519,
/// HKDF-SHA-256 and AES-GCM.
///
/// The result consists of the sender's ephemeral public key (32 bytes), the ciphertext (as long as the plaintext) and the
/// tag (16 bytes).
struct HPKE {
    /// What the text is for. Both sides must name the same.
    let info: [UInt8]
    /// The length of the AES key: 32 bytes, or 16 for known test vectors.
    var keyLength = 32

    /// Encrypts a text; nil if `recipient` isn't a public key.
    /// - Parameters:
    ///   - associatedData: what the text belongs to. The result doesn't contain it, and `open` needs the same data.
    ///   - sender: the ephemeral key, random and used once. Give one only for known test vectors.
    func seal(_ plaintext: [UInt8], for recipient: [UInt8], associatedData: [UInt8], sender: X25519Key = X25519Key()) -> [UInt8]? {
        guard let shared = sender.secret(with: recipient) else { return nil }
        let (key, nonce) = keys(shared, sender: sender.publicHalf, recipient: recipient)
        return sender.publicHalf + AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: associatedData)
    }

    /// Decrypts a text; nil if it was encrypted for another key, with other associated data or another `info`, or is damaged.
    func open(_ box: [UInt8], with recipient: X25519Key, associatedData: [UInt8]) -> [UInt8]? {
        guard box.count >= X25519Key.length + AESGCM.tagLength else { return nil }
        let sender = Array(box.prefix(X25519Key.length))
        guard let shared = recipient.secret(with: sender) else { return nil }
        let (key, nonce) = keys(shared, sender: sender, recipient: recipient.publicHalf)
        return AESGCM.open(Array(box.dropFirst(X25519Key.length)), key: key, nonce: nonce, associatedData: associatedData)
    }

    /// The key and the nonce of the only message (RFC 9180, 4.1 and 5.1).
    private func keys(_ shared: [UInt8], sender: [UInt8], recipient: [UInt8]) -> (key: [UInt8], nonce: [UInt8]) {
        let kem = Labels(suite: Array("KEM".utf8) + [0x00, 0x20])
        let agreed = kem.expand(kem.extract(shared, "eae_prk"), "shared_secret", sender + recipient, 32)
        let suite = Labels(suite: Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, keyLength == 16 ? 0x01 : 0x02])
        let context = [0] + suite.extract([], "psk_id_hash") + suite.extract(info, "info_hash")
        let secret = suite.extract([], "secret", salt: agreed)
        return (suite.expand(secret, "key", context, keyLength), suite.expand(secret, "base_nonce", context, 12))
    }

    /// HKDF whose input names the version, the algorithms and the purpose.
    private struct Labels {
        let suite: [UInt8]

        func extract(_ secret: [UInt8], _ label: String, salt: [UInt8] = []) -> [UInt8] {
            HKDF.extract(Array("HPKE-v1".utf8) + suite + Array(label.utf8) + secret, salt: salt)
        }

        func expand(_ key: [UInt8], _ label: String, _ info: [UInt8], _ count: Int) -> [UInt8] {
            HKDF.expand(key, info: [0, UInt8(count)] + Array("HPKE-v1".utf8) + suite + Array(label.utf8) + info, count: count)
        }
    }
}

/// A private key on Curve25519 with which two sides agree on a secret (RFC 7748).
struct X25519Key {
    static let length = 32
    private let key: KeyHandle
    /// The public half, 32 bytes.
    let publicHalf: [UInt8]

    /// Makes a key from 32 bytes, which are random unless given.
    init(_ bytes: [UInt8] = Randomness.bytes(length)) {
        guard bytes.count == Self.length, let pointer = EVP_PKEY_new_raw_private_key_ex(nil, "X25519", nil, bytes, bytes.count) else {
            // Any 32 bytes are a private key, so this fails only without memory.
            preconditionFailure("OpenSSL could not make a key")
        }
        key = KeyHandle(owning: pointer)
        var (half, count) = ([UInt8](repeating: 0, count: Self.length), Self.length)
        // Each X25519 key has a public half of 32 bytes, for which there is room.
        precondition(EVP_PKEY_get_raw_public_key(pointer, &half, &count) == 1, "OpenSSL could not write a key")
        publicHalf = half
    }

    /// Returns the secret that both sides share, 32 bytes; nil if the bytes aren't a public key, or one of those with
    /// which everybody shares the same secret.
    func secret(with publicHalf: [UInt8]) -> [UInt8]? {
        guard let other = EVP_PKEY_new_raw_public_key_ex(nil, "X25519", nil, publicHalf, publicHalf.count) else {
            ERR_clear_error()
            return nil
        }
        let peer = KeyHandle(owning: other)
        let context = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        var (secret, count) = ([UInt8](repeating: 0, count: Self.length), Self.length)
        let isDerived =
            EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer.pointer) == 1
            && EVP_PKEY_derive(context, &secret, &count) == 1 && count == Self.length
        return isDerived ? secret : nil
    }
}
