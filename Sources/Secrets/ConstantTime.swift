import COpenSSL

/// Whether both hold the same bytes. How long it takes depends on the length alone, never on where they differ, so that nobody can
/// guess a secret piece by piece with a stopwatch. The length is no secret.
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
