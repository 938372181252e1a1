import Allocations
import DavenportAPI
import Foundation

/// Measures the game itself, for `bin/bench play` and a test: `play-measure LIST VECTORS [LOOK-UPS]`.
///
/// Prints each figure on a line, as `name value`. Times are processor times, which hardly depend on other activity on
/// the machine. Nothing else may run in this process, because it counts allocations.
@main
enum Measure {
    /// The number of words to look up. Slower operations run fewer times.
    private static let lookUps = CommandLine.arguments.dropFirst(3).first.flatMap { Int($0) } ?? 1_000_000
    private static var times: Int { max(1, lookUps / 1_000) }

    static func main() throws {
        guard CommandLine.arguments.count > 2 else { throw Fault("Give a word list and the vectors.") }
        let (file, vectors) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let list = try read(file)
        print("list-milliseconds", try median(of: max(1, times / 50)) { _ in _ = try read(file) } * 1_000)
        try lookUp(in: list)
        try verify(JSONDecoder().decode(Vectors.self, from: Data(contentsOf: URL(filePath: vectors))), by: list)
        print("puzzle-microseconds", median(of: times) { _ = Puzzle.made(of: seed($0), by: list) } * 1_000_000)
    }

    private static func read(_ file: String) throws -> WordList {
        try WordList(Array(Data(contentsOf: URL(filePath: file))))
    }

    /// Looks up words of the list, and the same number of words that aren't in it.
    private static func lookUp(in list: WordList) throws {
        let lines = String(decoding: list.file, as: UTF8.self).split(separator: "\n").dropFirst(3)
        let words = lines.enumerated().filter { $0.offset % 97 == 0 }.flatMap { [String($0.element), $0.element + "x"] }
        guard words.reduce(0, { $0 + (list.contains($1) ? 1 : 0) }) >= words.count / 2 else { throw Fault("The list lacks its own words.") }
        // Checks that the program really counts allocations.
        let before = allocations_so_far()
        let some = [UInt8](repeating: 1, count: words.count)
        guard allocations_so_far() > before, some.count == words.count else { throw Fault("Allocations can't be counted here.") }

        // Runs once to warm up, because Swift's runtime allocates at the first call.
        _ = count(words.count, of: words, in: list)
        let began = processorSeconds()
        let start = allocations_so_far()
        let found = count(lookUps, of: words, in: list)
        let asked = allocations_so_far() - start
        print("look-up-microseconds", (processorSeconds() - began) / Double(lookUps) * 1_000_000)
        print("look-up-allocations", asked)
        guard found > lookUps / 3 else { throw Fault("The list lacks its own words.") }
    }

    /// Looks up words in turn, and returns the number of those that were found.
    private static func count(_ lookUps: Int, of words: [String], in list: WordList) -> Int {
        var (found, index) = (0, 0)
        for _ in 0..<lookUps {
            if list.contains(words[index]) { found += 1 }
            index = index + 1 < words.count ? index + 1 : 0
        }
        return found
    }

    /// Verifies the longest game of the shared vectors, as the server does when its moves arrive.
    private static func verify(_ vectors: Vectors, by list: WordList) throws {
        let played = vectors.games[2]
        guard let puzzle = Puzzle(vectors.cubes[played.cube].letters) else { throw Fault("A cube has not 81 letters.") }
        let took = try median(of: times) { _ in
            var game = Game(puzzle, by: list, limit: vectors.limit)
            try game.play(played.moves)
            guard game.score == played.score else { throw Fault("The game comes to another score.") }
        }
        print("verify-microseconds", took * 1_000_000)
    }

    /// Returns a different seed for each number.
    private static func seed(_ number: Int) -> [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: (number + 1) &* ($0 &+ 7) &* 131) }
    }

    /// Returns the median of the seconds that the work takes.
    private static func median(of count: Int, _ work: (Int) throws -> Void) rethrows -> Double {
        let took = try (0..<count).map { number in
            let began = processorSeconds()
            try work(number)
            return processorSeconds() - began
        }
        return took.sorted()[count / 2]
    }

    /// Returns the processor time of the process so far, in seconds.
    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The part of `play_vectors.json` that this program needs.
private struct Vectors: Decodable {
    let limit: Int
    let cubes: [Cube]
    let games: [Played]

    struct Cube: Decodable {
        let letters: String
    }

    struct Played: Decodable {
        let cube: Int
        let moves: [Move]
        let score: Int
    }
}

/// The reason why nothing can be measured.
private struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
