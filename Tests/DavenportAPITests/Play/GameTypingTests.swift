import DavenportAPI
import TestSupport
import Testing

@Suite("rules 12: typing words", .aside)
struct GameTypingTests {
    @Test("A typed word is laid wherever possible, on the faces with the highest score", arguments: 0..<3)
    func best(number: Int) async throws {
        let (vectors, list) = (try PlayVectors.read(), try WordList.english.get())
        var game = try vectors.game(on: vectors.games[number].cube, by: list)
        let words = String(decoding: list.file, as: UTF8.self).split(separator: "\n").dropFirst(3).map(String.init)
        for isAtEnd in [false, true] {
            if isAtEnd { try game.play(vectors.games[number].moves) }
            let there = WordTrie.english.words(on: game) { _ in false }
            #expect(!there.isEmpty)
            for (place, word) in there.keys.sorted().enumerated() where place.isMultiple(of: 5) {
                // Gives way to tests that have a deadline.
                await Task.yield()
                let faces = try #require(game.faces(of: word), "\(word)")
                #expect(game.puzzle.word(of: faces) == word && game.score(of: faces) == Self.most(word, on: game), "\(word)")
                var played = game
                // A word that was played before is refused only for that reason.
                let before = game.moves.contains { $0.word == word }
                let move = Move(at: game.moves.last?.at ?? 0, faces: faces)
                do throws(MoveRefusal) { try played.play(move) } catch { #expect(before && error.reason == .alreadyPlayed, "\(word)") }
            }
            for index in stride(from: 0, to: words.count, by: 500) where there[words[index]] == nil {
                #expect(game.faces(of: words[index]) == nil, "\(words[index])")
            }
        }
    }

    @Test("A text that no faces spell is laid nowhere: an empty one, other characters and endless letters")
    func nowhere() throws {
        let game = try PlayVectors.read().game(on: 0, by: WordList.english.get())
        for text in ["", "-", "Tirade", "tirade ", "é", String(repeating: "e", count: 10_000)] {
            #expect(game.faces(of: text) == nil, "\(text.prefix(10))")
        }
    }

    /// Returns a word's highest score over all ways to lay it.
    private static func most(_ word: String, on game: Game) -> Int {
        var ways: [[Int]] = [[]]
        for letter in word.replacing("qu", with: "q").unicodeScalars {
            let faces = Face.all.filter { game.isOpen($0) && game.puzzle[$0] == letter }.map(\.number)
            ways = ways.flatMap { way in
                let near = way.last.map { last in faces.filter { Corners.touching(last).contains($0) } } ?? faces
                return near.filter { !way.contains($0) }.map { way + [$0] }
            }
        }
        return ways.map { game.score(of: $0.map { Face.all[$0] }) }.max() ?? -1
    }
}
