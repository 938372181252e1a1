/// Crockford's base32: what is read aloud and typed, without letters that can be taken for others. Each character is five bits.
public enum Crockford {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// So many random characters.
    public static func random(_ count: Int) -> String {
        // Every byte holds eight random bits, of which five are used: all 32 characters are equally likely.
        String(decoding: Randomness.bytes(count).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }

    /// So many characters as typed: upper or lower case, narrow or full-width, O for 0, I or L for 1. Dashes, spaces, quotes, brackets,
    /// other punctuation and what draws nothing are read past. Nil for anything else.
    public static func read(_ text: String, of count: Int) -> String? {
        var characters: [UInt8] = []
        for scalar in text.unicodeScalars.lazy.map({ narrow($0) }) where !isSeparator(scalar) {
            guard characters.count < count, let character = character(for: scalar) else { return nil }
            characters.append(character)
        }
        return characters.count == count ? String(decoding: characters, as: UTF8.self) : nil
    }

    /// What an input method for Chinese or Japanese makes of ASCII, as ASCII.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        "\u{FF01}"..."\u{FF5E}" ~= scalar ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
    }

    /// Keyboards make longer dashes, unusual spaces and curly quotes of what people type, and mail adds brackets and full stops.
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
