import DavenportAPI
import Foundation
import TestSupport
import Testing

@Suite("rules 12: the game")
struct GameTests {
    private let vectors: PlayVectors
    private let list: WordList

    init() throws {
        vectors = try PlayVectors.read()
        list = try WordList.english.get()
    }

    /// Shows rules 12.1, 12.4 and 12.5.
    @Test("Games equal the shared test vectors: every word, score, removed cubelet and open face")
    func games() throws {
        for expected in vectors.games {
            var game = try vectors.game(on: expected.cube, by: list)
            let words = try expected.moves.compactMap { try game.play($0) }
            #expect(words == expected.words.map(\.word))
            #expect(game.score == expected.score)
            #expect(Cubelet.all.filter { !game.has($0) } == expected.gone)
            #expect(game.openFaces == expected.open)
            #expect(zip(game.moves, expected.moves).allSatisfy { $0.isSame(as: $1) } && game.moves.count == expected.moves.count)
        }
        #expect(vectors.games.map(\.score) == [861, 1791, 2344])
    }

    /// Shows rules 12.4 and 12.6.
    @Test("Moves that the shared vectors refuse are refused with index and reason and change nothing; accepted ones are accepted")
    func refused() throws {
        let finished = try vectors.finished(by: list)
        for expected in vectors.refused {
            var game = finished
            let refusal = #expect(throws: MoveRefusal.self) { try game.play(expected.last) }
            #expect(refusal == MoveRefusal(move: expected.move, reason: expected.reason))
            #expect(game.moves == finished.moves && game.score == finished.score && game.openFaces == finished.openFaces)
        }
        #expect(Set(vectors.refused.map(\.reason)) == Set(RefusalReason.allCases))
        var game = finished
        #expect(try game.play(vectors.accepted.last)?.word == vectors.accepted.word)
        #expect(game.score == vectors.accepted.score)
    }

    /// Shows rule 12.6.
    @Test("Moves are applied all or none, and the refused one is named by its index in the play")
    func together() throws {
        let (moves, bad) = (vectors.games[0].moves, vectors.refused[8].last)
        var game = try vectors.game(on: 0, by: list)
        try game.play(Array(moves.prefix(2)))
        let before = game
        let refusal = #expect(throws: MoveRefusal.self) { try game.play(Array(moves.dropFirst(2)) + [bad]) }
        #expect(refusal == MoveRefusal(move: 6, reason: .notAWord))
        #expect(game.moves == before.moves && game.score == before.score)
    }

    /// Shows rules 12.1 and 12.5.
    @Test("Words and values are the list's: a changed file changes what a move scores, and accepted moves stay")
    func oneList() throws {
        let text = String(decoding: list.file, as: UTF8.self)
        let dearer = try WordList(Array(text.replacing("t:5:2", with: "t:5:3", maxReplacements: 1).utf8))
        var game = try vectors.game(on: 0, by: dearer)
        #expect(try game.play(vectors.games[0].moves[0]) == PlayedWord(word: "tirade", score: 156))

        let poorer = try WordList(Array(text.replacing("\ntirade\n", with: "\n").utf8))
        var other = try vectors.game(on: 0, by: poorer)
        #expect(throws: MoveRefusal(move: 0, reason: .notAWord)) { try other.play(vectors.games[0].moves[0]) }
        var resumed = Game(game.puzzle, by: poorer, limit: vectors.limit, after: game.moves)
        #expect(resumed.score == 156)
        #expect(throws: MoveRefusal(move: 1, reason: .notAWord)) { try resumed.play(vectors.games[0].moves[0]) }
        try resumed.play(vectors.games[0].moves[1])
        #expect(resumed.score == 156 + 168)
    }

    /// Shows rules 12.2 and 12.3.
    @Test("Two faces touch if they share a corner, and a face is open if nothing is in front of it")
    func geometry() throws {
        for face in Face.all {
            #expect(Face.all.filter(face.touches).map(\.number) == Corners.touching(face.number))
            #expect(face.inFront?.number == Corners.inFront(of: face.number))
        }
        let game = try vectors.game(on: 0, by: list)
        #expect(game.openFaces.map(\.number) == Face.numbers.filter(Corners.isOuter))
        // Worked out by hand: the three faces of a cubelet, neighbours on a side (also diagonally), and faces on both
        // sides of an outer edge.
        let faces = [78, 79, 80].compactMap { Face($0) }
        #expect(faces[0].touches(faces[1]) && faces[1].touches(faces[2]) && !faces[0].touches(faces[0]))
        #expect(try #require(Face(54)).touches(try #require(Face(66))) && !(try #require(Face(54)).touches(try #require(Face(72)))))
    }

    /// Shows rule 12.2.
    @Test("In JSON a move has either faces or a cubelet, with valid numbers")
    func wire() throws {
        let moves = [Move(at: 5, faces: [52, 76, 75].compactMap { Face($0) }), Move(at: 7, cubelet: Cubelet.all[14])]
        let text = #"[{"at":5,"faces":[52,76,75]},{"at":7,"cubelet":14}]"#
        #expect(try JSONDecoder().decode([Move].self, from: Data(text.utf8)) == moves)
        #expect(try JSONDecoder().decode([Move].self, from: JSONEncoder().encode(moves)) == moves)
        for bad in [#"{"at":5}"#, #"{"at":5,"faces":[1,2,3],"cubelet":1}"#, #"{"at":5,"faces":[81]}"#, #"{"at":5,"cubelet":27}"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Move.self, from: Data(bad.utf8)) }
        }
    }
}
