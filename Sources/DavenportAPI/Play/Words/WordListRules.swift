/// The limits of word lists in every language (rules 12.7 and 12.8).
package enum WordListRules {
    /// The beginning of a word list file's first line: the format and its version.
    static let heading = "davenport-words 1 "
    /// The number of a language's tiles, which is the number of a cube's faces.
    package static let tiles = 81
    /// The allowed number of a language's tiles that have vowels.
    static let vowelTiles = 18...45
    /// The maximum number of letters of a language.
    static let letters = 40
    /// The allowed values of a letter.
    static let values = 1...15
    /// The allowed number of letters of a word.
    static let wordLength = 3...15
    /// Only words of at most this many letters count when the letters' frequencies are computed. From the frequencies
    /// follow the number of tiles of each letter, and its value.
    static let countedLength = 8

    /// Whether a text is a language's name: two to eight lower-case letters.
    package static func isLanguage(_ text: some StringProtocol) -> Bool {
        (2...8).contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    /// Whether a scalar can be a letter of a language: it is a letter, and in lower case if its script has cases.
    package static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && scalar.properties.lowercaseMapping == String(scalar)
    }
}
