/// The parameters that decide the work of one password hash (RFC 7914). One hash needs 128 × `n` × `r` bytes of memory,
/// and a time proportional to `n` × `r` × `p`.
public struct ScryptParameters: Sendable, Equatable {
    /// Scrypt's cost parameter N: a power of two from 2 on. Memory and time grow with it.
    public let n: Int
    /// Scrypt's block size parameter, 1 to 32. Memory and time grow with it.
    public let r: Int
    /// The number of rounds of one hash, 1 to 16. They run one after another, so only the time grows with it.
    public let p: Int

    /// The parameters that OWASP recommends for 32 MiB of memory. A hash takes about a quarter of a second.
    public static let standard = ScryptParameters(knownGood: 1 << 15, r: 8, p: 3)
    /// Parameters for tests, with almost no work.
    public static let quick = ScryptParameters(knownGood: 1 << 4, r: 8, p: 1)

    /// The maximum work of a hash, as a multiple of the work of a standard hash.
    static let costLimit = 4

    /// Creates parameters. The result is nil if scrypt doesn't allow them, if a hash would take more than 256 MiB, or
    /// if it would cost more than 4 standard hashes. These limits exist because stored hashes may come from another
    /// server, and must not take too much of this machine's memory or time.
    public init?(n: Int, r: Int, p: Int) {
        guard (2...1 << 20).contains(n), n.nonzeroBitCount == 1, (1...32).contains(r), (1...16).contains(p),
            n.trailingZeroBitCount < 16 * r, 128 * n * r <= 256 << 20,
            n * r * p <= Self.costLimit * Self.standard.work
        else { return nil }
        self.init(knownGood: n, r: r, p: p)
    }

    /// The time that one hash takes, in relation to that of other parameters.
    private var work: Int { n * r * p }

    /// The time that one hash takes, as a multiple of a standard hash's time, rounded up: 1 to 4.
    var cost: Int { (work + Self.standard.work - 1) / Self.standard.work }

    private init(knownGood n: Int, r: Int, p: Int) {
        self.n = n
        self.r = r
        self.p = p
    }
}
