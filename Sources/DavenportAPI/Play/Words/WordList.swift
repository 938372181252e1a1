/// The words of a language with its letters, as they lie in a file of words (rule 12.7). It keeps the file's bytes and nothing
/// besides.
public struct WordList: Sendable {
    /// As in the file's first line: `en`.
    public let language: String
    /// In the language's order.
    public let letters: [Letter]
    /// How many words there are.
    public let count: Int
    /// The file, byte for byte.
    public let file: [UInt8]
    /// Where the words begin in the file.
    private let start: Int

    /// A letter as the file describes it.
    public struct Letter: Sendable, Equatable {
        /// One scalar; `q` stands for *qu*.
        public let letter: Unicode.Scalar
        /// How many of the 81 tiles bear it.
        public let tiles: Int
        /// What it adds to the score of a word.
        public let value: Int
        public let isVowel: Bool
    }

    /// Reads a file of words.
    /// - Throws: what is wrong with it, and in which line.
    public init(_ file: [UInt8]) throws(WordListFault) {
        let reading = try WordListReader.read(file)
        (language, letters, count, start) = (reading.language, reading.letters, reading.count, reading.start)
        self.file = file
    }

    /// The list's id: the language and the beginning of the file's digest.
    /// - Parameter digest: the SHA-256 of `file`.
    public func id(sha256 digest: some Collection<UInt8>) -> String {
        let digits = digest.prefix(6).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return language + "-" + digits.joined()
    }

    /// What a letter adds to a word's score; 0 for one that the language hasn't.
    public func value(of letter: Unicode.Scalar) -> Int {
        letters.first { $0.letter == letter }?.value ?? 0
    }

    /// Whether the list has a word, spelt as the list spells it. Looks among the file's bytes, and allocates nothing.
    public func contains(_ word: String) -> Bool {
        var word = word
        return word.withUTF8 { word in
            file.withUnsafeBufferPointer { Self.contains(word, in: $0, from: start) }
        }
    }

    /// Halves the lines until one is the word or none is left.
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
    /// What ends each line of a file of words.
    static let lineFeed: UInt8 = 0x0A
}
