/// Crockford's base32: what is read aloud and typed, without letters that can be taken for others. Each character is five bits.
public enum Crockford {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// So many random characters.
    public static func random(_ count: Int) -> String {
        // Every byte holds eight random bits, of which five are used: all 32 characters are equally likely.
        String(decoding: Randomness.bytes(count).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }

    /// So many characters as typed: upper or lower case, with or without dashes and spaces, O for 0, I or L for 1. Nil for anything else.
    public static func read(_ text: String, of count: Int) -> String? {
        var characters: [UInt8] = []
        for scalar in text.unicodeScalars where !isSeparator(scalar) {
            guard characters.count < count, let character = character(for: scalar) else { return nil }
            characters.append(character)
        }
        return characters.count == count ? String(decoding: characters, as: UTF8.self) : nil
    }

    /// Keyboards make longer dashes and unusual spaces of what people type.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
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
