import Foundation

extension String {
    /// Without white space at either end.
    public var trimmed: String {
        let isPlain = { (byte: UInt8) in (0x21..<0x7F).contains(byte) }
        // What nearly all texts are: nothing is to be looked up of their ends, nor to be copied.
        if let first = utf8.first, let last = utf8.last, isPlain(first), isPlain(last) { return self }
        return trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// In Unicode's normal form C, in which all text is kept, counted and compared.
    public var nfc: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }

    /// The form in which two texts are equal that differ only in case or in how their characters are composed. Lower case comes first,
    /// since the capital ẞ is its own upper case, while ß has SS.
    public var folded: String { lowercased().uppercased().lowercased().nfc }

    /// Whether nothing of it can be seen: it is empty, or of white space and invisible characters alone.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isInvisible }
    }

    /// As it is drawn, of whoever wrote it: white space for what breaks lines and for control characters, and nothing for what turns the
    /// direction of the text around it, or is drawn as nothing and has nothing beside it drawn otherwise.
    package var seen: String {
        // What nearly all texts are.
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
                        return isNothing && !scalars.shapesNeighbours(at: index) ? nil : scalar
                    }
                }))
    }

    func require(_ count: ClosedRange<Int>) throws(FieldReason) {
        let length = unicodeScalars.count
        if length < count.lowerBound { throw FieldReason(.tooShort, "must have at least \(Self.characters(count.lowerBound))") }
        if length > count.upperBound { throw Self.tooLong(count) }
    }

    /// Refuses a text that is too long whatever normalising makes of it: NFC composes one scalar of at most four.
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
    /// As people read it: `2 to 30`.
    package var words: String { "\(lowerBound) to \(upperBound)" }
}

extension Unicode.Scalar {
    /// Whether it is drawn as nothing: what Unicode calls default-ignorable, such as joiners, variation selectors, fillers and marks of
    /// direction, what is no character, and a few besides.
    var isInvisible: Bool {
        properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint || Self.drawnAsNothing.contains(self)
    }

    /// Braille's blank, the marks around annotations, the empty head of a note, and the filler of Khitan.
    private static let drawnAsNothing: Set<Unicode.Scalar> = [
        "\u{2800}", "\u{FFF9}", "\u{FFFA}", "\u{FFFB}", "\u{1D159}", "\u{16FE4}",
    ]
}
