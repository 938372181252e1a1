import ArgumentParser
import DavenportAPI
import Foundation
import Programs
import Secrets
import Settings
import UntrustedText

struct WordsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "words", abstract: "Show and make the word lists of play.", subcommands: [WordsList.self, WordsMake.self])
}

struct WordsList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the word lists that a server would use here.",
        discussion: """
            English is built into the program; other languages are read from the folder WORDS_DIR.

              davenport words list
              WORDS_DIR=/etc/davenport/words davenport words list --json
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let lists = try WordFiles.read(try Configuration(DotEnv.environment())).map(ListedWords.init)
        if json { return try printJSON(lists) }
        for list in lists { print("\(list.id)  \(list.language), \(list.words) words, \(list.letters) letters") }
    }
}

/// What the command prints about each word list.
private struct ListedWords: Encodable {
    let id: String
    let language: String
    let words: Int
    let letters: Int

    init(_ list: WordList) {
        id = list.id(sha256: Digest.sha256(list.file))
        (language, words, letters) = (list.language, list.count, list.letters.count)
    }
}

struct WordsMake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make a word list of any list with one word on each line.",
        discussion: """
            Words have 3 to 15 letters. Letters that --letters doesn't name lose their diacritics, ß becomes ss, and words that then can't \
            be spelt are left out. Put the file into the folder WORDS_DIR.

              davenport words make --language de --letters abcdefghijklmnopqrstuvwxyzäöü --vowels aeiouäöü --capitals \\
                < /usr/share/dict/ngerman > de.txt
            """)

    @Option(help: "The language code, as de.")
    var language: String
    @Option(help: "Its letters in their order, 40 at most. q stands for qu.")
    var letters: String
    @Option(help: "The vowels among the letters.")
    var vowels: String
    @Flag(help: "Include words with capital letters.")
    var capitals = false
    @Option(help: "A file of words to leave out, one on each line. They still count for the frequency of letters.")
    var without: String?

    func run() throws {
        let maker = try WordListMaker(language: language, letters: letters, vowels: vowels, takesCapitals: capitals)
        let text = try Self.text(FileHandle.standardInput.readToEnd(), "Standard input")
        let left = try without.map { try Self.text(FileManager.default.contents(atPath: $0), $0) }
        try FileHandle.standardOutput.write(contentsOf: Data(try maker.file(of: text, without: left ?? "")))
    }

    /// Decodes the contents of a file as text.
    /// - Throws: a `Failure` that names the file if the file couldn't be read or isn't UTF-8.
    private static func text(_ data: Data?, _ name: String) throws -> String {
        guard let data else { throw Failure("\(name) can't be read, or is empty.") }
        guard let text = String(validating: [UInt8](data).withoutByteOrderMark, as: UTF8.self) else {
            throw Failure("\(name) is not UTF-8.")
        }
        return text
    }
}
