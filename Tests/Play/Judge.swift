import DavenportAPI
import Foundation

/// A case to judge: a seed, whose puzzle is returned, or moves on letters. With `typed`, the answer has everything that clients show.
private struct Case: Decodable {
    let seed: [UInt8]?
    let letters: String?
    let moves: [Move]?
    let limit: Int?
    let typed: [String]?
}

/// A game after all moves before the first refused one.
private struct Position: Encodable {
    let score: Int
    let moves: [PlayedMove]
    let open: [Face]
    /// The number of the refused move, and the reason.
    let refused: String?
    /// Where the typed words lie.
    let laid: [[Face]?]
}

/// Judges games for `compare.py` and for the web client's tests: reads one case in JSON from each line, and prints the game's verdict.
@main
enum Judge {
    static func main() throws {
        let list = try WordList(Array(Data(contentsOf: URL(filePath: CommandLine.arguments[1]))))
        while let line = readLine() {
            print(answer(to: try JSONDecoder().decode(Case.self, from: Data(line.utf8)), by: list))
            fflush(nil)
        }
    }

    /// Returns the letters of a seed; a play's score; or the number of the refused move and the reason.
    private static func answer(to asked: Case, by list: WordList) -> String {
        if let seed = asked.seed { return Puzzle.made(of: seed, by: list)?.text ?? "no seed" }
        guard let puzzle = asked.letters.flatMap({ Puzzle($0) }), let limit = asked.limit else { return "no letters" }
        var game = Game(puzzle, by: list, limit: limit)
        if let typed = asked.typed { return position(of: &game, after: asked.moves ?? [], typed) }
        do throws(MoveRefusal) {
            try game.play(asked.moves ?? [])
            return "\(game.score)"
        } catch {
            return "\(error.move) \(error.reason.rawValue)"
        }
    }

    /// Returns the position after the moves in JSON, one line long.
    private static func position(of game: inout Game, after moves: [Move], _ typed: [String]) -> String {
        var refused: String?
        for move in moves where refused == nil {
            do throws(MoveRefusal) { try game.play(move) } catch { refused = "\(error.move) \(error.reason.rawValue)" }
        }
        let position = Position(
            score: game.score, moves: game.moves, open: game.openFaces, refused: refused, laid: typed.map { game.faces(of: $0) })
        return (try? JSONEncoder().encode(position)).map { String(decoding: $0, as: UTF8.self) } ?? "no position"
    }
}
