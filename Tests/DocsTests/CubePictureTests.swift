import DavenportAPI
import Foundation
import TestSupport
import Testing

@Suite("docs/play.md: the game in the document")
struct CubePictureTests {
    @Test("The picture shows the cube of the page's game and its first word")
    func picture() throws {
        let vectors = try PlayVectors.read()
        let game = try vectors.game(on: 1, by: WordList.english.get())
        let first = try #require(game.faces(of: "madness"))
        #expect(game.score(of: first) == 240)
        let url = Document.project.appending(path: "docs/cube.svg")
        let text = CubePicture(puzzle: game.puzzle, word: first).text
        if ProcessInfo.processInfo.environment["DRAW"] == "1" { try Data(text.utf8).write(to: url) }
        #expect(try String(contentsOf: url, encoding: .utf8) == text)
    }

    @Test("The page states the right letter values and number of words")
    func values() throws {
        let list = try WordList.english.get()
        let document = try Document("docs/play.md")
        let line = try #require(document.lines.first { $0.hasPrefix("1 e s") })
        let shown = line.split(separator: "    ").map { $0.split(separator: " ") }
        let values = shown.flatMap { group in group.dropFirst().map { "\($0) \(group[0])" } }
        #expect(values.sorted() == list.letters.map { "\($0.letter) \($0.value)" }.sorted())
        let count = "\(list.count / 1000),\(list.count % 1000)"
        #expect(document.lines.contains { $0.contains("English has \(count).") })
    }
}
