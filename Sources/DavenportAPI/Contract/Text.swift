import Foundation

extension String {
    /// The text without white space at either end.
    public var trimmed: String {
        let isPlain = { (byte: UInt8) in (0x21..<0x7F).contains(byte) }
        // Fast path for nearly all texts, without a lookup or a copy.
        if let first = utf8.first, let last = utf8.last, isPlain(first), isPlain(last) { return self }
        return trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The text in Unicode's normal form C, in which the server stores, counts and compares all text.
    public var nfc: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        // Composing alone leaves marks out of order if one of them, such as U+0F73, must be decomposed.
        return decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
    }

    /// The text in a form for comparing texts regardless of case and of how characters are composed. It is lower-cased
    /// before it is upper-cased, because the capital ẞ is its own upper case, while the upper case of ß is SS.
    public var folded: String { lowercased().uppercased().lowercased().nfc }

    /// Whether nothing in the text is visible: it is empty, or has only white space and invisible characters.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isInvisible }
    }

    /// The text in a form that is safe to display, regardless of its author. Line breaks and control characters become
    /// spaces. Characters that change the text's direction are removed, and so are invisible characters that don't
    /// affect how their neighbours are drawn.
    package var seen: String {
        // Fast path for nearly all texts.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        let scalars = Array(unicodeScalars)
        return String(
            String.UnicodeScalarView(
                scalars.indices.compactMap { index -> Unicode.Scalar? in
                    let scalar = scalars[index]
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: return " "
                    default:
                        let isNothing = scalar.isInvisible || scalar.properties.isBidiControl
                        return isNothing && !scalars.joinsNeighbours(at: index) ? nil : scalar
                    }
                }))
    }

    func require(_ count: ClosedRange<Int>) throws(FieldReason) {
        let length = unicodeScalars.count
        if length < count.lowerBound { throw FieldReason(.tooShort, "must have at least \(Self.characters(count.lowerBound))") }
        if length > count.upperBound { throw Self.tooLong(count) }
    }

    /// Refuses a text that is longer than the range `count` allows, whatever normalisation does to it. This saves the
    /// work of normalising a long text. NFC composes at most four scalars into one, so the text may have four times the
    /// maximum.
    func refuseTooLongToNormalise(_ count: ClosedRange<Int>) throws(FieldReason) {
        if unicodeScalars.count > 4 * count.upperBound { throw Self.tooLong(count) }
    }

    private static func tooLong(_ count: ClosedRange<Int>) -> FieldReason {
        FieldReason(.tooLong, "must have at most \(characters(count.upperBound))")
    }

    private static func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }

    func refuseControlCharacters(except allowed: Set<Unicode.Scalar>) throws(FieldReason) {
        for scalar in unicodeScalars where scalar.properties.generalCategory == .control && !allowed.contains(scalar) {
            throw FieldReason(.notAllowed, "must not contain control characters")
        }
    }
}

extension ClosedRange<Int> {
    /// The range in words, such as `2 to 30`.
    package var words: String { "\(lowerBound) to \(upperBound)" }
}

extension Unicode.Scalar {
    /// Whether nothing is drawn for the scalar. It is true for Unicode's default-ignorable characters (joiners,
    /// variation selectors, fillers, direction marks), for noncharacters, and for a few others.
    package var isInvisible: Bool {
        properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint || Self.drawnAsNothing.contains(self)
    }

    /// Further characters that are drawn as nothing: Braille's blank, the annotation marks, the empty note head, and
    /// the filler of Khitan.
    private static let drawnAsNothing: Set<Unicode.Scalar> = [
        "\u{2800}", "\u{FFF9}", "\u{FFFA}", "\u{FFFB}", "\u{1D159}", "\u{16FE4}",
    ]
}
