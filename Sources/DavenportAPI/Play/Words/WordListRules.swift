/// What holds for every language's words and letters (rules 12.7 and 12.8).
package enum WordListRules {
    /// What the first line begins with: the form, and its version.
    static let heading = "davenport-words 1 "
    /// How many faces a cube has, and so how many tiles a language.
    package static let tiles = 81
    /// How many of the tiles bear vowels.
    static let vowelTiles = 18...45
    /// How many letters a language has at most.
    static let letters = 40
    /// What a letter is worth.
    static let values = 1...15
    /// How many letters a word has.
    static let wordLength = 3...15
    /// How many letters those words have at most that the letters' shares are counted in.
    static let countedLength = 8

    /// Whether a language is named so: by two to eight small letters.
    package static func isLanguage(_ text: some StringProtocol) -> Bool {
        (2...8).contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    /// Whether a language may have it: one scalar, small where there are small and capital ones.
    package static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && scalar.properties.lowercaseMapping == String(scalar)
    }
}
