import Foundation
import TestSupport
import Testing

@Suite("rules 12: word list files")
struct WordFileTests {
    /// Ten words of a language of four letters, and the list file made of them.
    private static let made = """
        mkdir words
        printf '%s\\n' aba bab baa Abb qua quab quba | davenport words make --language xx --letters abqc --vowels b > words/xx.txt
        """

    /// Shows rule 12.9.
    @Test("English is built in, files in WORDS_DIR are added, and one of the same language replaces it")
    func read() async throws {
        let plain = try await Shell.run("davenport words list")
        #expect(plain.status == 0 && plain.output.hasPrefix("en-") && plain.output.split(separator: "\n").count == 1, "\(plain)")
        let outcome = try await Shell.run(
            """
            \(Self.made)
            head -n 3 words/xx.txt
            WORDS_DIR=words davenport words list
            sed '1s/xx/en/' words/xx.txt > words/en.txt
            WORDS_DIR=words davenport words list --json
            """)
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == 0 && lines.first == "davenport-words 1 xx", "\(outcome)")
        #expect(lines.dropFirst(3).prefix(2).map { $0.prefix(3) } == ["en-", "xx-"])
        #expect(lines.contains { $0.hasSuffix("  xx, 5 words, 4 letters") })
        #expect(outcome.output.matches(of: /"words" : 5/).count == 2)
    }

    /// Shows rule 12.9.
    @Test("Hidden files, folders and pipes are ignored")
    func others() async throws {
        let outcome = try await Shell.run(
            """
            \(Self.made)
            printf 'Mac OS X' > words/._en.txt
            mkdir words/folder.txt
            mkfifo words/pipe.txt
            WORDS_DIR=words davenport words list
            """)
        #expect(outcome.status == 0 && outcome.output.contains("xx, 5 words"), "\(outcome)")
    }

    /// Shows rule 12.9.
    @Test("An invalid file is refused in one sentence with its name and fault, as is a missing folder")
    func refused() async throws {
        let outcome = try await Shell.run(
            """
            \(Self.made)
            sed '1s/1/2/' words/xx.txt > words/yy.txt
            cp words/xx.txt words/zz.txt
            ! WORDS_DIR=words davenport words list
            ! WORDS_DIR=nowhere davenport words list
            ! davenport words make --language xx --letters abqc --vowels b < /dev/null
            ! davenport words make --language xx --letters abqc --vowels x < words/xx.txt
            """)
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        let faults = outcome.errors.split(separator: "\n").map(String.init)
        try #require(faults.count == 4, "\(outcome.errors)")
        #expect(faults[0].contains("yy.txt: Line 1: it does not begin with") && faults[0].contains("zz.txt and xx.txt are both"))
        #expect(faults[1].contains("nowhere"))
        #expect(faults[2].contains("Standard input can't be read"))
        #expect(faults[3].contains("`x` is none of the letters"))
    }
}
