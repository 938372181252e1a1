import Foundation

/// Makes the word list file of a language from any list of words (rules 12.7 and 12.8).
public struct WordListMaker {
    private let language: String
    private let letters: [Unicode.Scalar]
    private let vowels: [Unicode.Scalar]
    private let takesCapitals: Bool
    private let spelling: WordSpelling

    /// Creates a maker for one language.
    /// - Parameters:
    ///   - language: the language, as two to eight lower-case letters.
    ///   - letters: the language's letters in its order, in upper or lower case; `q` stands for *qu*.
    ///   - vowels: the letters that are vowels.
    ///   - takesCapitals: whether words with capital letters are accepted, such as German nouns.
    /// - Throws: a fault if an argument is invalid.
    public init(language: String, letters: String, vowels: String, takesCapitals: Bool = false) throws(WordListFault) {
        guard WordListRules.isLanguage(language) else {
            throw WordListFault("a language is named by two to eight small letters of a to z")
        }
        self.language = language
        self.letters = Array(letters.nfc.lowercased().unicodeScalars)
        self.vowels = Array(vowels.nfc.lowercased().unicodeScalars)
        self.takesCapitals = takesCapitals
        guard Set(self.letters).count == self.letters.count else { throw WordListFault("a letter is there twice") }
        guard let wrong = self.letters.first(where: { !WordListRules.isLetter($0) }) else {
            spelling = WordSpelling(letters: self.letters)
            return
        }
        throw WordListFault("`\(wrong)` is no letter")
    }

    /// Makes the word list file. It skips every line that isn't a word in the language's spelling.
    /// - Parameters:
    ///   - text: the words, one a line.
    ///   - without: the words to leave out, one a line. Their letters still count for the letters' numbers of tiles and
    ///     values.
    /// - Returns: the file, which `WordList` can parse.
    /// - Throws: a fault if these words and letters make no valid file.
    public func file(of text: String, without: String = "") throws(WordListFault) -> [UInt8] {
        let words = words(in: text)
        let left = words.subtracting(self.words(in: without)).map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        let tiles = try LetterFrequencies(of: words, letters: letters).tiles
        let table = tiles.map { "\($0.letter):\($0.tiles):\($0.value)" }.joined(separator: " ")
        let heading = WordListRules.heading + language + "\n" + table + "\n" + String(String.UnicodeScalarView(vowels)) + "\n"
        let file = Array(heading.utf8) + left.flatMap { $0 + [UInt8.lineFeed] }
        _ = try WordList(file)
        return file
    }

    private func words(in text: String) -> Set<String> {
        var words: Set<String> = []
        for line in text.split(whereSeparator: \.isNewline) {
            guard let word = word(in: String(line)), WordSpelling.isWord(word, by: spelling) else { continue }
            words.insert(word)
        }
        return words
    }

    /// Returns the word of a line in the list's spelling. The result is nil if the line has a capital letter and such
    /// words aren't accepted.
    private func word(in line: String) -> String? {
        var word = line.trimmed
        if word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return word }
        let small = word.lowercased()
        guard takesCapitals || small == word else { return nil }
        word = small.replacingOccurrences(of: "ß", with: "ss").nfc
        return word.unicodeScalars.reduce(into: "") { $0.unicodeScalars.append(contentsOf: unmarked($1)) }
    }

    /// Returns a letter without its marks, such as accents. A letter that the language has with its marks stays as it
    /// is.
    private func unmarked(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if spelling.has(scalar) { return [scalar] }
        return String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.canonicalCombiningClass == .notReordered
        }
    }
}

extension WordSpelling {
    /// Whether a text is a word in this spelling.
    fileprivate static func isWord(_ text: String, by spelling: WordSpelling) -> Bool {
        var text = text
        return text.withUTF8 { spelling.fault(of: $0) == nil }
    }
}
