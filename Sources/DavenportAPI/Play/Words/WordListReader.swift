/// Parses a word list file and finds its first fault.
struct WordListReader {
    private(set) var language = ""
    private(set) var letters: [WordList.Letter] = []
    private(set) var count = 0
    private(set) var start = 0

    /// Parses a file.
    /// - Throws: the first fault, with its line.
    static func read(_ file: [UInt8]) throws(WordListFault) -> WordListReader {
        var reader = WordListReader()
        let lines = file.split(separator: .lineFeed, maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4 else { throw WordListFault("the file ends before its words") }
        try reader.readHeading(String(decoding: lines[0], as: UTF8.self))
        try reader.readLetters(String(decoding: lines[1], as: UTF8.self))
        try reader.readVowels(String(decoding: lines[2], as: UTF8.self))
        reader.start = lines[3].startIndex
        try reader.readWords(file)
        return reader
    }

    /// Compares two words by their bytes. The result is negative if the left word comes first, 0 if they are equal, and
    /// positive otherwise.
    static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        let common = min(left.count, right.count)
        for index in 0..<common where left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
        return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }

    private mutating func readHeading(_ line: String) throws(WordListFault) {
        guard line.hasPrefix(WordListRules.heading) else {
            throw WordListFault(line: 1, "it does not begin with `\(WordListRules.heading)` and a language")
        }
        language = String(line.dropFirst(WordListRules.heading.count))
        guard WordListRules.isLanguage(language) else {
            throw WordListFault(line: 1, "a language is named by two to eight small letters of a to z")
        }
    }

    private mutating func readLetters(_ line: String) throws(WordListFault) {
        for entry in line.split(separator: " ", omittingEmptySubsequences: false) {
            guard letters.count < WordListRules.letters else {
                throw WordListFault(line: 2, "there are more than \(WordListRules.letters) letters")
            }
            let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].unicodeScalars.count == 1, let letter = parts[0].unicodeScalars.first,
                let tiles = Self.number(parts[1]), let value = Self.number(parts[2])
            else { throw WordListFault(line: 2, "`\(entry.prefix(40))` is not letter:tiles:value, with a letter of one scalar") }
            guard WordListRules.isLetter(letter) else { throw WordListFault(line: 2, "`\(letter)` is no small letter") }
            guard !letters.contains(where: { $0.letter == letter }) else { throw WordListFault(line: 2, "`\(letter)` is there twice") }
            guard WordListRules.values.contains(value) else {
                throw WordListFault(line: 2, "the value of `\(letter)` is not from \(WordListRules.values.words)")
            }
            letters.append(.init(letter: letter, tiles: tiles, value: value, isVowel: false))
        }
        let sum = letters.reduce(0) { $0 + $1.tiles }
        guard sum == WordListRules.tiles else { throw WordListFault(line: 2, "there are \(sum) tiles, not \(WordListRules.tiles)") }
    }

    private mutating func readVowels(_ line: String) throws(WordListFault) {
        var vowels: Set<Unicode.Scalar> = []
        for vowel in line.unicodeScalars {
            guard letters.contains(where: { $0.letter == vowel }) else { throw WordListFault(line: 3, "`\(vowel)` is none of the letters") }
            guard vowels.insert(vowel).inserted else { throw WordListFault(line: 3, "`\(vowel)` is there twice") }
        }
        letters = letters.map { .init(letter: $0.letter, tiles: $0.tiles, value: $0.value, isVowel: vowels.contains($0.letter)) }
        let tiles = letters.filter(\.isVowel).reduce(0) { $0 + $1.tiles }
        guard WordListRules.vowelTiles.contains(tiles) else {
            throw WordListFault(line: 3, "\(tiles) of the tiles are vowels, not \(WordListRules.vowelTiles.words)")
        }
    }

    /// Parses a number of tiles or a letter's value: 1 to 999, without leading zeros; nil for anything else.
    private static func number(_ text: Substring) -> Int? {
        guard (1...3).contains(text.utf8.count), text.first != "0", text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    private mutating func readWords(_ file: [UInt8]) throws(WordListFault) {
        guard file.last == .lineFeed else { throw WordListFault("the last line is not ended by a line feed") }
        let spelling = WordSpelling(letters: letters.map(\.letter))
        let start = start
        let result: Result<Int, WordListFault> = file.withUnsafeBufferPointer { file in
            do throws(WordListFault) { return .success(try Self.count(file, from: start, spelling)) } catch { return .failure(error) }
        }
        count = try result.get()
        guard count > 0 else { throw WordListFault("the file has no words") }
    }

    /// Counts the words of a file, and checks their spelling and their order.
    private static func count(
        _ file: UnsafeBufferPointer<UInt8>, from start: Int, _ spelling: WordSpelling
    ) throws(WordListFault) -> Int {
        var (first, count) = (start, 0)
        var before = UnsafeBufferPointer(rebasing: file[start..<start])
        while first < file.count {
            var last = first
            while file[last] != .lineFeed { last += 1 }
            let word = UnsafeBufferPointer(rebasing: file[first..<last])
            if let reason = spelling.fault(of: word) { throw WordListFault(line: count + 4, reason) }
            guard order(before, word) < 0 else {
                throw WordListFault(line: count + 4, "the words are not sorted by their bytes, each once")
            }
            (before, first, count) = (word, last + 1, count + 1)
        }
        return count
    }
}
