import DavenportAPI
import Foundation
import PlayWords
import Secrets

/// The seeds, letters, games and refusals on which all implementations agree, from Tests/Play/play_vectors.json.
public struct PlayVectors: Decodable {
    public let secret: String
    public let tiles: String
    public let vowels: String
    public let limit: Int
    public let cubes: [Cube]
    public let games: [PlayedGame]
    public let refused: [RefusedMove]
    public let accepted: AcceptedMove

    public struct Cube: Decodable {
        public let name: String
        public let mode: PlayMode
        public let language: String
        public let seed: String
        public let first: [String]
        public let letters: String
        public let openAtStart: Int
        public let wordsAtStart: Int
    }

    public struct PlayedGame: Decodable {
        public let cube: Int
        public let moves: [Move]
        public let words: [ListedWord]
        public let score: Int
        public let gone: [Cubelet]
        public let open: [Face]
    }

    /// A move that is refused after all moves of game 0.
    public struct RefusedMove: Decodable {
        public let last: Move
        public let move: Int
        public let reason: RefusalReason
    }

    /// A move that is accepted after all moves of game 0.
    public struct AcceptedMove: Decodable {
        public let last: Move
        public let word: String
        public let score: Int
    }

    /// A word and its score, written as a list of two elements.
    public struct ListedWord: Decodable {
        public let word: PlayedWord

        public init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            word = PlayedWord(word: try list.decode(String.self), score: try list.decode(Int.self))
        }
    }

    public static func read() throws -> PlayVectors {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try JSONDecoder().decode(PlayVectors.self, from: Data(contentsOf: tests.appending(path: "Play/play_vectors.json")))
    }

    /// Returns a new game on a cube.
    public func game(on cube: Int, by list: WordList) throws -> Game {
        guard let puzzle = Puzzle(cubes[cube].letters) else { throw CocoaError(.coderInvalidValue) }
        return Game(puzzle, by: list, limit: limit)
    }

    /// Returns game 0 after all of its moves.
    public func finished(by list: WordList) throws -> Game {
        var game = try game(on: 0, by: list)
        try game.play(games[0].moves)
        return game
    }
}

extension WordList {
    /// The English list that comes with the programs, read once for all tests.
    public static let english = Result { try WordList(PlayWords.english()) }
    /// The id of the English list.
    public static let englishID = (try? english.get()).map { $0.id(sha256: Digest.sha256($0.file)) } ?? ""
}

extension String {
    /// The bytes of a text of hexadecimal digits.
    public var unhexed: [UInt8] {
        var (digits, bytes) = (self[...], [UInt8]())
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        return bytes
    }
}
