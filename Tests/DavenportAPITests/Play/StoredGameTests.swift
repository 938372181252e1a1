import Foundation
import TestSupport
import Testing

@testable import DavenportAPI

@Suite("rules 12: stored moves")
struct StoredGameTests {
    private let vectors: PlayVectors
    private let list: WordList

    init() throws {
        vectors = try PlayVectors.read()
        list = try WordList.english.get()
    }

    /// Shows rule 20.17.
    @Test("A game continues after stored moves with any scores, and its sum saturates")
    func largestScores() throws {
        for (score, sum) in [(Int.max, Int.max), (Int.min, Int.min)] {
            let json = #"[{"at":0,"word":"a","score":\#(score)},{"at":1,"word":"b","score":\#(score)}]"#
            let moves = try JSONDecoder().decode([PlayedMove].self, from: Data(json.utf8))
            let puzzle = try #require(Puzzle(vectors.cubes[0].letters))
            #expect(Game(puzzle, by: list, limit: 1000, after: moves).score == sum)
        }
    }

    /// Shows rule 15.10.
    @Test("Every played game and each of its prefixes is recognized as possible")
    func accepted() throws {
        for expected in vectors.games {
            let (puzzle, moves) = try played(expected)
            for count in 0...moves.count {
                #expect(Game.isPlausible(Array(moves.prefix(count)), on: puzzle, limit: vectors.limit))
            }
        }
    }

    /// Shows rule 15.10.
    @Test("A move with another word, score, time or position, a repeated one, or one of another puzzle is recognized as impossible")
    func impossible() throws {
        let (puzzle, moves) = try played(vectors.games[0])
        let changes: [(inout [String: Any]) -> Void] = [
            { $0["score"] = Int.max }, { $0["score"] = 0 }, { $0["score"] = ($0["score"] as? Int ?? 0) + 1 },
            { $0["word"] = "impossible" }, { $0["word"] = nil }, { $0["score"] = nil }, { $0["faces"] = [80, 79, 78] },
            { $0["faces"] = [0] },
            { $0["cubelet"] = 26 }, { $0["at"] = -1 }, { $0["at"] = Int.max },
        ]
        for (index, change) in changes.enumerated() {
            var objects = try #require(
                JSONSerialization.jsonObject(with: JSONEncoder().encode(moves)) as? [[String: Any]])
            change(&objects[0])
            let changed = try JSONDecoder().decode([PlayedMove].self, from: JSONSerialization.data(withJSONObject: objects))
            #expect(!Game.isPlausible(changed, on: puzzle, limit: vectors.limit), "change \(index)")
        }
        #expect(!Game.isPlausible([moves[0], moves[0]], on: puzzle, limit: vectors.limit))
        #expect(!Game.isPlausible(moves, on: puzzle, limit: 0))
        let other = try #require(Puzzle(vectors.cubes[1].letters))
        #expect(!Game.isPlausible(moves, on: other, limit: vectors.limit))
    }

    /// Shows rule 20.17.
    @Test("PostgreSQL's first and last microseconds map to the first and last times that the format can express")
    func farMoments() {
        for (second, last) in [(9.3e12, true), (-2.2e11, false), (Double.infinity, true)] {
            let seconds = Timestamp.seconds
            let expected = last ? seconds.upperBound * 1_000_000 + 999_999 : seconds.lowerBound * 1_000_000
            let counted = Timestamp.microseconds(Date(timeIntervalSince1970: second))
            // A double of this size is coarser than a microsecond.
            #expect((expected - 64...expected + 64).contains(counted))
        }
        #expect(Timestamp.microseconds(Date(timeIntervalSince1970: 1.5)) == 1_500_000)
    }

    private func played(_ expected: PlayVectors.PlayedGame) throws -> (Puzzle, [PlayedMove]) {
        var game = try vectors.game(on: expected.cube, by: list)
        for move in expected.moves { try game.play(move) }
        return (game.puzzle, game.moves)
    }
}
