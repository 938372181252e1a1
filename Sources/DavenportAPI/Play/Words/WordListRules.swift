/// The limits of word lists in every language (rules 12.7 and 12.8).
package enum WordListRules {
    /// The beginning of the first line: the format and its version.
    static let heading = "davenport-words 1 "
    /// The number of a cube's faces, which is the number of a language's tiles.
    package static let tiles = 81
    /// The allowed number of tiles with vowels.
    static let vowelTiles = 18...45
    /// The maximum number of letters of a language.
    static let letters = 40
    /// The allowed values of a letter.
    static let values = 1...15
    /// The allowed number of letters of a word.
    static let wordLength = 3...15
    /// The maximum length of a word whose letters count for the numbers of tiles and the values.
    static let countedLength = 8

    /// Whether a text is a language's name: two to eight lower-case letters.
    package static func isLanguage(_ text: some StringProtocol) -> Bool {
        (2...8).contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    /// Whether a language can have a letter: one scalar, in lower case where the script has cases.
    package static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && scalar.properties.lowercaseMapping == String(scalar)
    }
}
