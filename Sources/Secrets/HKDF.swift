/// Derives keys from secrets (RFC 5869) by HMAC-SHA-256.
enum HKDF {
    /// Returns `count` bytes, at most 32, that are derived from a secret.
    static func sha256(_ secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        expand(extract(secret, salt: salt), info: info, count: count)
    }

    /// Returns a key of 32 bytes that has all of the secret's randomness.
    static func extract(_ secret: [UInt8], salt: [UInt8]) -> [UInt8] { Digest.hmacSHA256(key: salt, secret) }

    /// Returns `count` bytes, at most 32, that a key of 32 bytes and a text determine.
    static func expand(_ key: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        precondition(count <= 32, "one block of HMAC-SHA-256 has 32 bytes")
        return Array(Digest.hmacSHA256(key: key, info + [1]).prefix(count))
    }
}
