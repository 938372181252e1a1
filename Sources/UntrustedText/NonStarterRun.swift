/// Counts the non-starters that follow each other in a text. Non-starters are the combining marks after a letter.
///
/// Swift, Foundation and PostgreSQL sort such a run when they normalise, compare or hash a text. The time for that
/// grows with the square of the run's length. Unicode's Stream-Safe Text Format (UAX 15, section 13) allows 30, more
/// than any language uses.
package struct NonStarterRun {
    /// The maximum number of non-starters that may follow each other.
    package static let limit = 30

    private var length = 0

    package init() {}

    /// Counts the next scalar of a text.
    /// - Returns: false if the scalar makes the run of non-starters longer than the limit.
    package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        length = scalar.isNonStarter ? length + 1 : 0
        return length <= Self.limit
    }
}

extension Unicode.Scalar {
    /// Whether the scalar, or the first scalar of its decomposition, combines with the letter before it.
    fileprivate var isNonStarter: Bool {
        // No lower scalar has a combining class.
        guard value >= 0x300 else { return false }
        return properties.canonicalCombiningClass != .notReordered || Self.startersMadeOfNonStarters.contains(value)
    }

    /// The Tibetan vowel signs that are starters and decompose into two non-starters. Unicode has no other such
    /// scalars.
    private static let startersMadeOfNonStarters: [UInt32] = [0xF73, 0xF75, 0xF81]
}

extension StringProtocol {
    /// Whether the text nowhere has more than 30 combining marks in a row (non-starters). If so, normalising, comparing
    /// and hashing the text take time proportional to its length.
    package var isStreamSafe: Bool {
        if utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var run = NonStarterRun()
        return unicodeScalars.allSatisfy { run.take($0) }
    }
}
