/// Counts consecutive non-starters, which are the combining marks after one letter.
///
/// Swift, Foundation and PostgreSQL sort such a run when they normalise, compare or hash a text, in time that grows with
/// its square. Unicode's Stream-Safe Text Format (UAX 15, section 13) allows 30, more than any language uses.
package struct NonStarterRun {
    /// The most consecutive non-starters that are allowed.
    package static let limit = 30

    private var length = 0

    package init() {}

    /// Counts the next scalar of a text.
    /// - Returns: false if more than `limit` non-starters follow each other.
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

    /// Tibetan vowel signs that are starters and decompose into two non-starters. Unicode has no others.
    private static let startersMadeOfNonStarters: [UInt32] = [0xF73, 0xF75, 0xF81]
}

extension StringProtocol {
    /// Whether no more than `NonStarterRun.limit` non-starters follow each other. Then normalising, comparing and hashing
    /// the text take time in proportion to its length.
    package var isStreamSafe: Bool {
        if utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var run = NonStarterRun()
        return unicodeScalars.allSatisfy { run.take($0) }
    }
}
