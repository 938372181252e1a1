/// Crockford's base32, which encodes codes that people read aloud and type. The alphabet has no characters that look
/// alike. Each character stands for five bits.
public enum Crockford {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Returns a text of `count` random characters.
    public static func random(_ count: Int) -> String {
        // Five bits of each random byte are used, so all 32 characters are equally likely.
        String(decoding: Randomness.bytes(count).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }

    /// Reads a code of `count` characters as a person typed it; nil if the text isn't such a code. It accepts upper and
    /// lower case, full-width characters, O for 0, and I or L for 1. It ignores dashes, spaces, quotes, brackets, other
    /// punctuation and invisible characters.
    public static func read(_ text: String, of count: Int) -> String? {
        var characters: [UInt8] = []
        for scalar in text.unicodeScalars.lazy.map({ narrow($0) }) where !isSeparator(scalar) {
            guard characters.count < count, let character = character(for: scalar) else { return nil }
            characters.append(character)
        }
        return characters.count == count ? String(decoding: characters, as: UTF8.self) : nil
    }

    /// Returns the ASCII character for a full-width one, which Chinese and Japanese input methods write. Returns any
    /// other character unchanged.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        "\u{FF01}"..."\u{FF5E}" ~= scalar ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
    }

    /// Whether reading a code ignores the character. Keyboards change dashes, spaces and quotes as people type, and
    /// mail programs add brackets and full stops.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .spaceSeparator, .lineSeparator, .paragraphSeparator, .format:
            true
        default: scalar.properties.isWhitespace || scalar == "`" || scalar == "\u{B4}" || scalar == "\u{2212}"
        }
    }

    private static func character(for scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "O", "o": UInt8(ascii: "0")
        case "I", "i", "L", "l": UInt8(ascii: "1")
        case "a"..."z": character(UInt8(scalar.value) - 32)
        case "A"..."Z", "0"..."9": character(UInt8(scalar.value))
        default: nil
        }
    }

    private static func character(_ letter: UInt8) -> UInt8? {
        alphabet.contains(letter) ? letter : nil
    }
}
