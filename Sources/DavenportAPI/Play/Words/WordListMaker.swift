import Foundation

/// Makes a language's file of words out of any list of words (rules 12.7 and 12.8).
public struct WordListMaker {
    private let language: String
    private let letters: [Unicode.Scalar]
    private let vowels: [Unicode.Scalar]
    private let takesCapitals: Bool
    private let spelling: WordSpelling

    /// - Parameters:
    ///   - language: two to eight small letters.
    ///   - letters: the language's letters in its order, of any case; `q` stands for *qu*.
    ///   - vowels: which of them are vowels.
    ///   - takesCapitals: whether words with capitals are taken, as German nouns are.
    /// - Throws: what is wrong with these.
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

    /// Makes the file. What is no word of the language is passed over.
    /// - Parameters:
    ///   - text: words, one a line.
    ///   - without: words to be left out, likewise. Tiles and values are counted before.
    /// - Returns: the file, which `WordList` takes.
    /// - Throws: why no such file can be made of these words and letters.
    public func file(of text: String, without: String = "") throws(WordListFault) -> [UInt8] {
        let words = words(in: text)
        let left = words.subtracting(self.words(in: without)).map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        let tiles = try LetterShares(of: words, letters: letters).tiles
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

    /// The line as the list spells it; nil for one with capitals where they aren't taken.
    private func word(in line: String) -> String? {
        var word = line.trimmed
        if word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return word }
        let small = word.lowercased()
        guard takesCapitals || small == word else { return nil }
        word = small.replacingOccurrences(of: "ß", with: "ss").nfc
        return word.unicodeScalars.reduce(into: "") { $0.unicodeScalars.append(contentsOf: unmarked($1)) }
    }

    /// A letter without its marks, unless the language has it with them.
    private func unmarked(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if spelling.has(scalar) { return [scalar] }
        return String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.canonicalCombiningClass == .notReordered
        }
    }
}

extension WordSpelling {
    /// Whether a text is spelt so.
    fileprivate static func isWord(_ text: String, by spelling: WordSpelling) -> Bool {
        var text = text
        return text.withUTF8 { spelling.fault(of: $0) == nil }
    }
}
