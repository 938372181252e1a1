import DavenportAPI
import Foundation
import TestSupport
import Testing

@Suite("rules 12: making word lists")
struct WordListMakerTests {
    private func lines(_ file: [UInt8]) -> [String] {
        String(decoding: file, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Shows rules 12.8 and 12.9.
    @Test("The English words and the omitted ones give the built-in file, byte for byte")
    func english() throws {
        let words = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "words")
        let without = try String(contentsOf: words.appending(path: "en.without.txt"), encoding: .utf8)
        let left = without.split(separator: "\n").map(String.init)
        let list = try WordList.english.get()
        #expect((1...100).contains(left.count) && left == left.sorted() && !left.contains(where: list.contains))
        let all = lines(list.file).dropFirst(3) + left
        let maker = try WordListMaker(language: "en", letters: "abcdefghijklmnopqrstuvwxyz", vowels: "aeiou")
        #expect(try maker.file(of: all.reversed().joined(separator: "\n"), without: without) == list.file)
    }

    /// Shows rule 12.9.
    @Test("Marks are removed from letters that aren't listed, ß becomes ss, and q requires a following u")
    func spelling() throws {
        let words = "Straße\nTür\nété\nNoël\nquer\nqatar\nStr.\nab\nquo\nüber\nstraße\nA\u{308}ste\nabcdefghijklmnop\n  eben \r\nISS\nİst"
        let capitals = try WordListMaker(language: "de", letters: "ABCDEFGHIKLMNOPQRSTUVWXYZÄÖÜ", vowels: "aeiouäöü", takesCapitals: true)
        #expect(
            Array(lines(try capitals.file(of: words)).dropFirst(3)) == [
                "eben", "ete", "iss", "ist", "noel", "quer", "strasse", "tür", "äste", "über", "",
            ])
        let small = try WordListMaker(language: "de", letters: "abcdefghiklmnopqrstuvwxyzäöü", vowels: "aeiouäöü")
        #expect(Array(lines(try small.file(of: words)).dropFirst(3)) == ["eben", "ete", "quer", "strasse", "über", ""])
    }

    /// Shows rule 12.8.
    @Test("Tiles and values are counted over words of at most 8 letters, omitted words included, with qu as one letter")
    func shares() throws {
        // There are 8 a, 4 b and 1 q. The c occurs only in a word that is too long to count.
        let words = "aab\naba\nbaa\nquaab\ncccaaaaaaaaa"
        let maker = try WordListMaker(language: "xx", letters: "bacq", vowels: "a")
        let fault = #expect(throws: WordListFault.self) { try maker.file(of: words) }
        // 81 × 8 / 13 = 49.8 vowels are too many.
        #expect(fault?.line == 3)
        let other = try WordListMaker(language: "xx", letters: "bacq", vowels: "b")
        let file = try other.file(of: words, without: "baa\nnothing")
        // The shares of the 81 tiles are 24.9, 49.8, 0 and 6.2, and c gets at least one tile. Rounding the first two up
        // would give one tile too many.
        #expect(lines(file) == ["davenport-words 1 xx", "b:25:3 a:49:1 c:1:15 q:6:7", "b", "aab", "aba", "cccaaaaaaaaa", "quaab", ""])
    }

    /// Shows rule 12.9.
    @Test(
        "Input that gives no valid list is refused with its fault",
        arguments: [
            ("EN", "abc", "a", "A language is named by two to eight small letters of a to z."),
            ("en", "aba", "a", "A letter is there twice."),
            ("en", "ab1", "a", "`1` is no letter."),
            ("en", "xyz", "x", "There are no words of these letters."),
            ("en", "", "", "There are no words of these letters."),
            ("en", "abc", "x", "Line 3: `x` is none of the letters."),
        ])
    func refused(language: String, letters: String, vowels: String, fault: String) {
        let found = #expect(throws: WordListFault.self) {
            try WordListMaker(language: language, letters: letters, vowels: vowels).file(of: "abc\nbca")
        }
        #expect(found?.description == fault)
    }
}
