/// The random number generator xoshiro256** by Blackman and Vigna. With it, every client and server makes the same
/// puzzle from the same seed (rule 12.10).
public struct Xoshiro256: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Creates a generator. The seed is its state: four little-endian numbers of 8 bytes.
    /// - Parameter seed: 32 bytes. A seed of zeros is invalid, because the generator would return zeros forever.
    /// - Returns: nil for an invalid seed.
    public init?(seed: some Collection<UInt8>) {
        let bytes = Array(seed)
        guard bytes.count == 32, bytes.contains(where: { $0 != 0 }) else { return nil }
        func number(_ index: Int) -> UInt64 {
            bytes[8 * index..<8 * index + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        state = (number(0), number(1), number(2), number(3))
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        let result = Self.rotated(state.1 &* 5, by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotated(state.3, by: 45)
        return result
    }

    /// Returns a uniformly distributed number below `bound`. To be uniform, it discards numbers from the last whole
    /// multiple of `bound` up.
    /// - Parameter bound: 1 or more.
    public mutating func next(below bound: UInt64) -> UInt64 {
        let beyond = (UInt64.max % bound + 1) % bound
        while true {
            let number = next()
            if number <= UInt64.max - beyond { return number % bound }
        }
    }

    private static func rotated(_ number: UInt64, by count: UInt64) -> UInt64 {
        number << count | number >> (64 - count)
    }
}
