/// The work of one password hash (RFC 7914). Memory is 128 × `n` × `r` bytes, and time is proportional to `n` × `r` × `p`.
public struct ScryptParameters: Sendable, Equatable {
    /// The cost: a power of two from 2 on.
    public let n: Int
    /// The block size, 1 to 32.
    public let r: Int
    /// The number of rounds, which run one after the other, 1 to 16.
    public let p: Int

    /// OWASP's recommendation for 32 MiB of memory: about a quarter of a second.
    public static let standard = ScryptParameters(knownGood: 1 << 15, r: 8, p: 3)
    /// Almost no work, for tests.
    public static let quick = ScryptParameters(knownGood: 1 << 4, r: 8, p: 1)

    /// The most work of an acceptable hash, as a multiple of a standard one's.
    static let costLimit = 4

    /// Nil if scrypt doesn't allow the parameters, if a hash would take more than 256 MiB, or if it costs more than
    /// `costLimit` standard ones. Stored hashes may come from another server, and theirs must not take this machine's
    /// memory or time.
    public init?(n: Int, r: Int, p: Int) {
        guard (2...1 << 20).contains(n), n.nonzeroBitCount == 1, (1...32).contains(r), (1...16).contains(p),
            n.trailingZeroBitCount < 16 * r, 128 * n * r <= 256 << 20,
            n * r * p <= Self.costLimit * Self.standard.work
        else { return nil }
        self.init(knownGood: n, r: r, p: p)
    }

    /// The relative time of one hash.
    private var work: Int { n * r * p }

    /// The number of standard hashes that take the same time, rounded up: 1 to `costLimit`.
    var cost: Int { (work + Self.standard.work - 1) / Self.standard.work }

    private init(knownGood n: Int, r: Int, p: Int) {
        self.n = n
        self.r = r
        self.p = p
    }
}
