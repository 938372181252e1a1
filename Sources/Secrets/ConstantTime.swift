import COpenSSL

/// Returns whether two arrays have the same bytes. The time depends only on their lengths and never on their bytes, so
/// that timing reveals no part of a secret. The length isn't secret.
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
