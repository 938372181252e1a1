import DavenportAPI
import Foundation
import TestSupport
import Testing

@Suite("rules 12: random games, judged twice", .aside)
struct GamePropertyTests {
    /// The number of legal games, and of changed ones. The environment variable PLAY_GAMES sets it.
    private static let games = setting("PLAY_GAMES") ?? 4_000
    private static let shares = 20
    /// The second verifier. It takes a while to make, because it reads all words.
    private static let second = (try? WordList.english.get()).map { SecondVerifier($0.file) }

    /// Shows rules 12.1, 12.4, 12.5 and 12.6.
    @Test(
        "Legal games have the second verifier's score, and spoiled ones are refused with its move and reason",
        arguments: 0..<shares)
    func judgedTwice(share: Int) async throws {
        let list = try WordList.english.get()
        let second = try #require(Self.second)
        var random = RandomGames(list, try #require(Xoshiro256(seed: [UInt8](repeating: UInt8(12 + share), count: 32))))
        var (reasons, words): (Set<String>, Int) = ([], 0)
        for _ in 0..<Self.games / Self.shares {
            // Gives way to tests that have a deadline.
            await Task.yield()
            let made = random.play()
            let game = try #require(made)
            let (letters, moves) = (game.puzzle.letters, game.made)
            #expect(second.outcome(letters, moves, limit: RandomGames.limit) == .score(game.score))
            #expect(outcome(game, moves) == .score(game.score))
            words += moves.count
            while !moves.isEmpty {
                let spoiled = random.spoiled(moves)
                let expected = second.outcome(letters, spoiled, limit: RandomGames.limit)
                let found = outcome(game, spoiled)
                try #require(found == expected, "\(game.puzzle.text) \(spoiled)")
                if case .refused(_, let reason) = found {
                    reasons.insert(reason)
                    break
                }
            }
        }
        #expect(reasons == Set(RefusalReason.allCases.map(\.rawValue)))
        #expect(words > 4 * Self.games / Self.shares)
    }

    /// Returns the game's outcome of these moves on a puzzle.
    private func outcome(_ game: Game, _ moves: [Move]) -> SecondVerifier.Outcome {
        var fresh = Game(game.puzzle, by: game.list, limit: game.limit)
        do throws(MoveRefusal) {
            for move in moves { try fresh.play(move) }
            return .score(fresh.score)
        } catch {
            return .refused(error.move, error.reason.rawValue)
        }
    }
}
