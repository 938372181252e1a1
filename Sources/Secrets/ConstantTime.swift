import COpenSSL

/// Returns whether both hold the same bytes. The time depends only on the length, never on the bytes that differ, so that
/// timing reveals no part of a secret. The length is no secret.
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
