import DavenportAPI
import Foundation
import TestSupport
import Testing

extension WebVectorTests {
    /// Shows rule 12.1.
    @Test("Tests/Web/vectors has what games are today: their words, open faces, refusals, and where typed words lie")
    func games() throws {
        let list = try WordList.english.get()
        var random = RandomGames(list, try #require(Xoshiro256(seed: [UInt8](repeating: 7, count: 32))))
        let typed = ["", "tirade", "quiet", "stone", "e", "aa", "Tirade", "é", "xyz", "notes", "letters"]
        let cases = try (0..<60).map { _ -> JSONValue in
            let played = random.play()
            let game = try #require(played)
            let words = game.moves.compactMap(\.word).suffix(3) + typed
            let moves = game.made
            var value: JSONValue = [
                "letters": .string(game.puzzle.text), "score": .integer(game.score), "moves": .list(moves.map(\.value)),
                "words": .list(
                    game.moves.map { move in .list([move.word.map(JSONValue.string) ?? .null, .integer(move.score ?? 0)]) }),
                "open": .faces(game.openFaces),
                "typed": .list(words.map { .list([.string($0), game.faces(of: $0).map(JSONValue.faces) ?? .null]) }),
            ]
            let spoiled = random.spoiled(moves)
            var other = Game(game.puzzle, by: list, limit: RandomGames.limit)
            do throws(MoveRefusal) { try other.play(spoiled) } catch {
                value["spoiled"] = .list(spoiled.map(\.value))
                value["refused"] = .list([.integer(error.move), .string(error.reason.rawValue)])
            }
            return value
        }
        try compare("game", ["games": cases])
    }
}

extension Move {
    fileprivate var value: JSONValue {
        switch action {
        case .word(let faces): ["at": .integer(at), "faces": .faces(faces)]
        case .removal(let cubelet): ["at": .integer(at), "cubelet": .integer(cubelet.number)]
        }
    }
}

extension JSONValue {
    fileprivate static func faces(_ faces: [Face]) -> JSONValue { .list(faces.map { .integer($0.number) }) }
}
