import DavenportAPI
import Foundation
import Secrets
import TestSupport
import Testing

@Suite("rules 12: word lists")
struct WordListTests {
    private let english: WordList

    init() throws {
        english = try WordList.english.get()
    }

    /// Shows rule 12.7.
    @Test("English has the tiles and values of the shared vectors, at most 100 words fewer than SCOWL, and its digest as id")
    func travelling() throws {
        let (vectors, digest) = (try PlayVectors.read(), Digest.sha256(english.file))
        #expect(english.letters.map { "\($0.letter):\($0.tiles):\($0.value)" }.joined(separator: " ") == vectors.tiles)
        #expect(String(String.UnicodeScalarView(english.letters.filter(\.isVowel).map(\.letter))) == vectors.vowels)
        #expect((114_131...114_231).contains(english.count))
        #expect(english.id(sha256: digest) == "en-" + digest.prefix(6).hexadecimal)
    }

    /// Shows rule 12.7.
    @Test("Every word is found, and no other text: neither parts of words nor texts before the first or after the last")
    func lookUp() throws {
        let lines = String(decoding: english.file, as: UTF8.self).split(separator: "\n").dropFirst(3)
        let words = Set(lines)
        #expect(words.count == english.count)
        for (index, line) in lines.enumerated() where index % 7 == 0 {
            #expect(english.contains(String(line)))
            let part = line.dropLast()
            #expect(english.contains(String(part)) == words.contains(part))
        }
        for word in [lines.first, lines.last].compactMap({ $0 }) { #expect(english.contains(String(word))) }
        for other in ["", "a", "zzzz", "aaaa", "davenport-words", "aeiou", "tirade\n", "\ntirade", "tirade\ntirades", "TIRADE", "ü"] {
            #expect(!english.contains(other), "\(other)")
        }
    }

    /// Shows rule 12.8.
    @Test("Letters have the file's values, and other letters have none")
    func values() {
        #expect(english.value(of: "q") == 13)
        #expect(english.value(of: "e") == 1)
        #expect(english.value(of: "ü") == 0)
    }

    /// A valid file of words.
    private static let good = """
        davenport-words 1 en
        a:20:1 b:30:2 q:20:3 ü:11:15
        aü
        aaa
        abü
        quab
        üab

        """

    /// Shows rule 12.7.
    @Test("A small file is parsed unchanged")
    func small() throws {
        let list = try WordList(Array(Self.good.utf8))
        #expect(list.language == "en" && list.count == 4 && list.letters.count == 4 && list.letters[3].isVowel)
        for word in ["aaa", "abü", "quab", "üab"] { #expect(list.contains(word)) }
        #expect(!list.contains("aab") && !list.contains("qua"))
    }

    /// Shows rule 12.7.
    @Test(
        "Any other file is refused, with its fault and line",
        arguments: [
            ("davenport-words 1 en", "davenport-words 2 en", "Line 1: it does not begin with"),
            ("1 en", "1 EN", "Line 1: a language is named"),
            ("a:20:1 ", "a:20:1  ", "Line 2: `` is not letter:tiles:value"),
            ("a:20:1", "a:20", "Line 2: `a:20` is not"),
            ("a:20:1", "ab:20:1", "Line 2: `ab:20:1` is not"),
            ("a:20:1", "a:020:1", "Line 2: `a:020:1` is not"),
            ("a:20:1", "a:99999999999999999999:1", "Line 2: `a:99999999999999999999:1` is not"),
            ("a:20:1", "A:20:1", "Line 2: `A` is no small letter"),
            ("a:20:1", "b:20:1", "Line 2: `b` is there twice"),
            ("a:20:1", "a:20:16", "Line 2: the value of `a` is not from 1 to 15"),
            ("a:20:1", "a:21:1", "Line 2: there are 82 tiles, not 81"),
            ("\naü\n", "\naüe\n", "Line 3: `e` is none of the letters"),
            ("\naü\n", "\naüa\n", "Line 3: `a` is there twice"),
            ("\naü\n", "\nü\n", "Line 3: 11 of the tiles are vowels, not 18 to 45"),
            ("\naaa\n", "\naa\n", "Line 4: a word has not 3 to 15 letters"),
            ("\naaa\n", "\naaaaaaaaaaaaaaaa\n", "Line 4: a word has not 3 to 15 letters"),
            ("\nquab\n", "\nqua\n", "Line 6: a word has fewer than 3 faces"),
            ("\nquab\n", "\nqab\n", "Line 6: a word has a `q` without `u`"),
            ("\nquab\n", "\nquaq\n", "Line 6: a word has a `q` without `u`"),
            ("\nquab\n", "\nquau\n", "Line 6: a word has a letter that the second line has not"),
            ("\nabü\n", "\nabe\n", "Line 5: a word has a letter that the second line has not"),
            ("\nabü\n", "\naaa\n", "Line 5: the words are not sorted by their bytes, each once"),
            ("\nabü\n", "\nabü\r\n", "Line 5: a word has a letter"),
            ("\nabü\n", "\n\nabü\n", "Line 5: a word has not 3 to 15 letters"),
            ("üab\n", "üab", "The last line is not ended by a line feed."),
            ("aaa\nabü\nquab\nüab\n", "", "The file has no words."),
        ])
    func refused(part: String, other: String, fault: String) throws {
        let text = Self.good.replacingOccurrences(of: part, with: other)
        try #require(text != Self.good)
        let found = #expect(throws: WordListFault.self) { try WordList(Array(text.utf8)) }
        #expect(found?.description.hasPrefix(fault) == true, "\(found?.description ?? "taken")")
    }

    /// Shows rule 12.7.
    @Test("A truncated file, one that isn't UTF-8, and one with more than 40 letters are refused, and no bytes trap")
    func damaged() throws {
        #expect(#expect(throws: WordListFault.self) { try WordList([]) }?.description == "The file ends before its words.")
        let bytes = Array(Self.good.utf8)
        for length in bytes.indices.dropFirst() where bytes[length - 1] != UInt8(ascii: "\n") {
            #expect(throws: WordListFault.self) { try WordList(Array(bytes[..<length])) }
        }
        let place = try #require(bytes.lastIndex(of: UInt8(ascii: "b")))
        let broken = bytes[..<(place - 3)] + [0xC3] + bytes[(place - 1)...]
        let fault = #expect(throws: WordListFault.self) { try WordList(Array(broken)) }
        #expect(fault?.description == "Line 7: it is not UTF-8.")
        let letters = (0..<41).compactMap { Unicode.Scalar(0x430 + UInt32($0)).map(String.init) }.map { $0 + ":1:1" }
        let many = Self.good.replacingOccurrences(of: "a:20:1 b:30:2 q:20:3 ü:11:15", with: letters.joined(separator: " "))
        let refused = #expect(throws: WordListFault.self) { try WordList(Array(many.utf8)) }
        #expect(refused?.line == 2)
        var random = try #require(Xoshiro256(seed: [UInt8](repeating: 7, count: 32)))
        for _ in 0..<5000 {
            var file = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                file[Int.random(in: file.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            _ = try? WordList(file)
        }
    }
}
