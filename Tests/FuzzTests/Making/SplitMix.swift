/// Random numbers that are the same in every run with the same seed.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter parts: what tells this sequence from others: the run's seed, the target's name, the input's number.
    init(_ parts: any CustomStringConvertible...) {
        // FNV-1a: Swift's own hashes differ from run to run.
        state = parts.map(\.description).joined(separator: "/").utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True once in so many times.
    mutating func chance(in count: Int) -> Bool { Int.random(in: 0..<max(count, 1), using: &self) == 0 }

    /// One of them, each as likely.
    mutating func one<Element>(of elements: [Element], or fallback: Element) -> Element {
        elements.randomElement(using: &self) ?? fallback
    }

    /// One of them, each as likely; an empty text of none.
    mutating func one(of texts: [String]) -> String { one(of: texts, or: "") }

    /// From 0 to this many, small numbers far more often than large ones.
    mutating func small(upTo limit: Int) -> Int {
        Int.random(in: 0...Int.random(in: 0...max(limit, 0), using: &self), using: &self)
    }
}
