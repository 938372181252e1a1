/// How much work one password hash is (RFC 7914): memory 128 × `n` × `r` bytes, time in proportion to `n` × `r` × `p`.
public struct ScryptParameters: Sendable, Equatable {
    /// The cost: a power of two from 2 on.
    public let n: Int
    /// The block size, 1 to 32.
    public let r: Int
    /// How often the work is done, one after the other, 1 to 16.
    public let p: Int

    /// What OWASP recommends for 32 MiB of memory: about a quarter of a second.
    public static let standard = ScryptParameters(knownGood: 1 << 15, r: 8, p: 3)
    /// Next to no work, for tests.
    public static let quick = ScryptParameters(knownGood: 1 << 4, r: 8, p: 1)

    /// Nil where scrypt doesn't allow them, or one hash would take more than 256 MiB: a damaged record must not take the machine down.
    public init?(n: Int, r: Int, p: Int) {
        guard (2...1 << 20).contains(n), n.nonzeroBitCount == 1, (1...32).contains(r), (1...16).contains(p),
            n.trailingZeroBitCount < 16 * r, 128 * n * r <= 256 << 20
        else { return nil }
        self.init(knownGood: n, r: r, p: p)
    }

    private init(knownGood n: Int, r: Int, p: Int) {
        self.n = n
        self.r = r
        self.p = p
    }
}
