/// Counts the non-starters that stand in a row: the combining marks behind one letter.
///
/// Swift, Foundation and PostgreSQL sort such a run when they normalise, compare or hash a text, in time that grows with its square.
/// Unicode's Stream-Safe Text Format (UAX 15, section 13) allows 30, more than any language writes.
package struct NonStarterRun {
    /// So many non-starters may stand in a row.
    package static let limit = 30

    private var length = 0

    package init() {}

    /// Counts the next scalar of a text.
    /// - Returns: false where more than `limit` non-starters stand in a row.
    package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        length = scalar.isNonStarter ? length + 1 : 0
        return length <= Self.limit
    }
}

extension Unicode.Scalar {
    /// Whether the scalar, or the first of those it decomposes into, combines with the letter before it.
    fileprivate var isNonStarter: Bool {
        // Nothing below has a combining class.
        guard value >= 0x300 else { return false }
        return properties.canonicalCombiningClass != .notReordered || Self.startersMadeOfNonStarters.contains(value)
    }

    /// The vowel signs of Tibetan that are starters themselves and decompose into two non-starters: Unicode has no others.
    private static let startersMadeOfNonStarters: [UInt32] = [0xF73, 0xF75, 0xF81]
}

extension StringProtocol {
    /// Whether at most `NonStarterRun.limit` non-starters stand in a row anywhere, so that normalising, comparing and hashing the text take
    /// time in proportion to its length.
    package var isStreamSafe: Bool {
        if utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var run = NonStarterRun()
        return unicodeScalars.allSatisfy { run.take($0) }
    }
}
