/// A script by its Unicode name, such as an alphabet or a syllabary.
struct Alphabet: Hashable {
    let name: String

    /// Finds the script of a letter, mark or digit. The result is nil for ASCII digits, for characters common to
    /// several scripts, and for signs.
    init?(_ scalar: Unicode.Scalar) {
        guard !Self.asciiDigits.contains(scalar), let found = Self.found(scalar.value) else { return nil }
        self = found
    }

    private init(name: String) {
        self.name = name
    }

    private static let asciiDigits: ClosedRange<Unicode.Scalar> = "0"..."9"

    static let latin = Self(name: "Latin")
    /// The scripts whose letters take the common combining accents.
    static let european: Set<Self> = [latin, Self(name: "Greek"), Self(name: "Cyrillic"), Self(name: "Armenian")]
    /// The scripts of Chinese, Japanese and Korean, which mix with Latin and with each other (UTS 39, "highly
    /// restrictive").
    static let eastAsian = Set(["Han", "Bopomofo", "Hangul"].map { Self(name: $0) }).union(kana)
    static let kana: Set<Self> = [Self(name: "Hiragana"), Self(name: "Katakana")]

    /// Whether letters of this script and letters of the other one may occur in the same name.
    func mixes(with other: Self) -> Bool {
        self == other || [self, other].allSatisfy { $0 == Self.latin || Self.eastAsian.contains($0) }
    }

    private struct Range {
        let values: ClosedRange<UInt32>
        let alphabet: Alphabet
    }

    /// The ranges of Unicode code points of all scripts, in ascending order.
    private static let ranges: [Range] = table.split(separator: "\n").flatMap { line in
        let alphabet = Alphabet(name: String(line.prefix { $0 != ":" }))
        return line.drop { $0 != ":" }.dropFirst(2).split(separator: " ").compactMap { Self.range($0, of: alphabet) }
    }
    .sorted { $0.values.lowerBound < $1.values.lowerBound }

    /// Parses one range of code points of a script; nil if the text is malformed.
    private static func range(_ text: Substring, of alphabet: Alphabet) -> Range? {
        let ends = text.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard let first = ends.first, let last = ends.last, first <= last else { return nil }
        return Range(values: first...last, alphabet: alphabet)
    }

    /// Finds the script of a code point by binary search; nil if no range contains it.
    private static func found(_ value: UInt32) -> Alphabet? {
        var rest = ranges[...]
        while !rest.isEmpty {
            let middle = rest[(rest.startIndex + rest.endIndex) / 2]
            if middle.values.contains(value) { return middle.alphabet }
            let half = (rest.startIndex + rest.endIndex) / 2
            rest = value < middle.values.lowerBound ? rest[..<half] : rest[(half + 1)...]
        }
        return nil
    }
}
