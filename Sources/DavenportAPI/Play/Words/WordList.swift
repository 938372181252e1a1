/// The words and letters of a language, read from a word list file (rule 12.7). It keeps only the file's bytes in
/// memory.
public struct WordList: Sendable {
    /// The language from the file's first line, such as `en`.
    public let language: String
    /// The letters in the language's order.
    public let letters: [Letter]
    /// The number of words.
    public let count: Int
    /// The bytes of the word list file.
    public let file: [UInt8]
    /// The offset of the first word in the word list file, in bytes.
    private let start: Int

    /// A letter of the language, with its number of tiles and its value.
    public struct Letter: Sendable, Equatable {
        /// The letter, one Unicode scalar; `q` stands for *qu*.
        public let letter: Unicode.Scalar
        /// The number of tiles with this letter, of 81 in all.
        public let tiles: Int
        /// The value that the letter adds to a word's score.
        public let value: Int
        public let isVowel: Bool
    }

    /// Parses a word list file.
    /// - Throws: the first fault, with its line.
    public init(_ file: [UInt8]) throws(WordListFault) {
        let reading = try WordListReader.read(file)
        (language, letters, count, start) = (reading.language, reading.letters, reading.count, reading.start)
        self.file = file
    }

    /// Returns the list's id: the language and the beginning of the file's digest.
    /// - Parameter digest: the SHA-256 of the file's bytes.
    public func id(sha256 digest: some Collection<UInt8>) -> String {
        let digits = digest.prefix(6).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return language + "-" + digits.joined()
    }

    /// Returns the value that a letter adds to a word's score; 0 for a letter that isn't in the list.
    public func value(of letter: Unicode.Scalar) -> Int {
        letters.first { $0.letter == letter }?.value ?? 0
    }

    /// Whether the list has a word, in the list's spelling. It searches the file's bytes and allocates nothing.
    public func contains(_ word: String) -> Bool {
        var word = word
        return word.withUTF8 { word in
            file.withUnsafeBufferPointer { Self.contains(word, in: $0, from: start) }
        }
    }

    /// Finds out by binary search in the file's lines whether the file has the word.
    private static func contains(_ word: UnsafeBufferPointer<UInt8>, in file: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var (lower, upper) = (start, file.count)
        while lower < upper {
            var first = (lower + upper) / 2
            while first > lower, file[first - 1] != UInt8.lineFeed { first -= 1 }
            var last = first
            while file[last] != UInt8.lineFeed { last += 1 }
            switch WordListReader.order(UnsafeBufferPointer(rebasing: file[first..<last]), word) {
            case 0: return true
            case 1...: upper = first
            default: lower = last + 1
            }
        }
        return false
    }
}

extension UInt8 {
    /// The byte that ends each line of a word list file.
    static let lineFeed: UInt8 = 0x0A
}
