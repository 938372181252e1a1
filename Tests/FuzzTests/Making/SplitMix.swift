import TestSupport

/// A random number generator with the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
    private var generator: SplitMix64

    /// - Parameter parts: the identity of this sequence: the run's seed, the target's name, the input's number.
    init(_ parts: any CustomStringConvertible...) {
        // FNV-1a, because Swift's own hashes differ from run to run.
        let text = parts.map(\.description).joined(separator: "/")
        generator = SplitMix64(seed: text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }

    mutating func next() -> UInt64 { generator.next() }

    /// Returns true once in this number of calls on average.
    mutating func chance(in count: Int) -> Bool { Int.random(in: 0..<max(count, 1), using: &self) == 0 }

    /// Returns a random element.
    mutating func one<Element>(of elements: [Element], or fallback: Element) -> Element {
        elements.randomElement(using: &self) ?? fallback
    }

    /// Returns a random element, or an empty text if there is none.
    mutating func one(of texts: [String]) -> String { one(of: texts, or: "") }

    /// Returns a number from 0 to the limit. Small ones are much more likely.
    mutating func small(upTo limit: Int) -> Int {
        Int.random(in: 0...Int.random(in: 0...max(limit, 0), using: &self), using: &self)
    }
}
