import DavenportAPI
import Foundation

/// Decides how moves that a client sends change a play (rule 12.15).
struct MoveIntake {
    private let play: StoredPlay
    private let list: WordList

    /// - Parameter list: the list that judges the words now.
    init(_ play: StoredPlay, by list: WordList) {
        (self.play, self.list) = (play, list)
    }

    /// The change to be written: all moves of the play, and whether it is finished.
    struct Change {
        let game: Game
        /// The number of the first new move.
        let firstNew: Int
        let finishes: Bool
    }

    /// Computes the change of the play.
    /// - Returns: nil if nothing is new.
    /// - Throws: `playOver`, `movesDiffer` or `moveRefused`, whichever applies first.
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

/// A play as stored in the database.
struct StoredPlay: Sendable {
    let challengeID: UUID
    /// The maker of the challenge; nil for a daily one, or if the maker's account was deleted.
    let makerID: UUID?
    let startedAt: Date
    let endsAt: Date
    let isOver: Bool
    let language: String
    let puzzle: Puzzle
    let moves: [PlayedMove]
}
