import DavenportAPI
import Foundation

/// What becomes of a play by moves that are sent (rule 12.15).
struct MoveIntake {
    private let play: StoredPlay
    private let list: WordList

    /// - Parameter list: what words are judged by now.
    init(_ play: StoredPlay, by list: WordList) {
        (self.play, self.list) = (play, list)
    }

    /// What is to be written: all moves that the play has then, and whether it is finished.
    struct Change {
        let game: Game
        /// The number of the first move that is new.
        let firstNew: Int
        let finishes: Bool
    }

    /// - Returns: nil where there is nothing new.
    /// - Throws: `playOver`, `movesDiffer` or `moveRefused`, the first of them that holds.
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

/// A play as it stands in the database.
struct StoredPlay: Sendable {
    let challengeID: UUID
    /// Who made the challenge; nil for a daily one, and once their account is gone.
    let makerID: UUID?
    let startedAt: Date
    let endsAt: Date
    let isOver: Bool
    let language: String
    let puzzle: Puzzle
    let moves: [PlayedMove]
}
