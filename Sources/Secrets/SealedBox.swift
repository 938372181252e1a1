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
        guard box.count >= nonceLength + AESGCM.tagLength else { throw Unopenable() }
        // OpenSSL would read 32 bytes in every case.
        precondition(key.count == keyLength, "a key for AES-256 has 32 bytes")
        let (nonce, ciphertext) = (Array(box.prefix(nonceLength)), Array(box.dropFirst(nonceLength)))
        guard let plaintext = AESGCM.open(ciphertext, key: key, nonce: nonce, associatedData: associatedData) else { throw Unopenable() }
        return plaintext
    }

    /// Encrypts a secret with a given nonce instead of a random one. Use it only for known test vectors, because a
    /// nonce that is used twice reveals the secret.
    static func seal(_ plaintext: [UInt8], under key: [UInt8], for associatedData: [UInt8], nonce: [UInt8]) -> [UInt8] {
        precondition(key.count == keyLength, "a key for AES-256 has 32 bytes")
        return nonce + AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: associatedData)
    }
}
