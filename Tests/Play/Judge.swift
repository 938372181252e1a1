import DavenportAPI
import Foundation

/// A case to judge: a seed, whose puzzle is returned, or moves on letters.
private struct Case: Decodable {
    let seed: [UInt8]?
    let letters: String?
    let moves: [Move]?
    let limit: Int?
}

/// Judges games for `compare.py`: reads one case in JSON from each line, and prints the game's verdict.
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
        do throws(MoveRefusal) {
            try game.play(asked.moves ?? [])
            return "\(game.score)"
        } catch {
            return "\(error.move) \(error.reason.rawValue)"
        }
    }
}
