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

    /// How many times the work of a `standard` hash one hash may be.
    static let costLimit = 4

    /// Nil where scrypt doesn't allow them, one hash would take more than 256 MiB, or it would be more than `costLimit` times the work of a
    /// standard one. Stored hashes may come from another server: theirs must not take this machine's memory or its time.
    public init?(n: Int, r: Int, p: Int) {
        guard (2...1 << 20).contains(n), n.nonzeroBitCount == 1, (1...32).contains(r), (1...16).contains(p),
            n.trailingZeroBitCount < 16 * r, 128 * n * r <= 256 << 20,
            n * r * p <= Self.costLimit * Self.standard.work
        else { return nil }
        self.init(knownGood: n, r: r, p: p)
    }

    /// How much time one hash takes, as a number to compare with others.
    private var work: Int { n * r * p }

    /// How many standard hashes take as much time as one of these, rounded up: 1 to `costLimit`.
    var cost: Int { (work + Self.standard.work - 1) / Self.standard.work }

    private init(knownGood n: Int, r: Int, p: Int) {
        self.n = n
        self.r = r
        self.p = p
    }
}
