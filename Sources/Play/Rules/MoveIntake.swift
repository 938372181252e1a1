import DavenportAPI
import Foundation

/// Decides how moves that a client sends change its play (rule 12.15).
struct MoveIntake {
    private let play: StoredPlay
    private let list: WordList

    /// Prepares to judge moves of one play.
    /// - Parameter list: the word list of the play's language that this server has now.
    init(_ play: StoredPlay, by list: WordList) {
        (self.play, self.list) = (play, list)
    }

    /// The change of a play that is to be saved: all moves of the play, old and new, and whether the player finishes
    /// the play.
    struct Change {
        let game: Game
        /// The number of the first move that isn't saved yet. Moves are numbered from 0.
        let firstNew: Int
        let finishes: Bool
    }

    /// Computes how the sent moves change the play.
    /// - Returns: nil if they change nothing, because all of them are saved already.
    /// - Throws: `playOver`, `movesDiffer` or `moveRefused`; the first that applies, in this order.
    func change(by sent: NewMoves, at now: Date) throws -> Change? {
        let known = play.moves.dropFirst(sent.from)
        let agrees = sent.from <= play.moves.count && zip(known, sent.moves).allSatisfy { $0.isSame(as: $1) }
        let isNew = !agrees || sent.moves.count > known.count
        guard isNew || sent.finish && !play.isOver else { return nil }
        if play.isOver { throw Problem(.playOver) }
        guard agrees else { throw Problem(.movesDiffer) }
        let limit = PlayRules.limit(startedAt: play.startedAt, endsAt: play.endsAt, now: now)
        var game = Game(play.puzzle, by: list, limit: limit, after: play.moves)
        do { try game.play(Array(sent.moves.dropFirst(known.count))) } catch { throw Problem.moveRefused(error) }
        return Change(game: game, firstNew: play.moves.count, finishes: sent.finish)
    }
}

/// The stored state of a play that decides which moves are accepted.
struct StoredPlay: Sendable {
    let challengeID: UUID
    /// The user who created the challenge. It is nil for a daily challenge, or if that user's account was deleted.
    let makerID: UUID?
    let startedAt: Date
    let endsAt: Date
    let isOver: Bool
    let language: String
    let puzzle: Puzzle
    let moves: [PlayedMove]
}
