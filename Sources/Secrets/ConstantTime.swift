import COpenSSL

/// Returns whether two arrays have the same bytes. The time that the comparison takes depends only on the arrays'
/// lengths and never on their bytes, so that it reveals no part of a secret. The lengths aren't secret.
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
