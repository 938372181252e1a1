import DavenportAPI
import Domain
import Foundation
import Play

/// Performs the friends' plays of puzzles.
struct Puzzles: Sendable {
    let now: Date
    let callers: [Friend: Caller]
    let useCases: UseCases

    var happenings: [DemoEvent] {
        [DemoEvent(ago: Habit.own.made.seconds) { try await makeOwn() }]
            + Habit.sittings(before: now).flatMap { sitting in
                [
                    DemoEvent(ago: sitting.ago) { _ = try await start(sitting) },
                    DemoEvent(ago: sitting.ago - sitting.length) { try await finish(sitting) },
                ]
            }
    }

    private func makeOwn() async throws {
        guard let maker = callers[Habit.own.maker] else { return }
        let guests = Habit.own.guests.compactMap { callers[$0]?.userID }
        _ = try await useCases.createChallenge(maker, NewChallenge(id: Habit.own.id, mode: .untimed, friendIDs: guests))
    }

    /// Starts a friend's play, or returns the play if it was started before. The result is nil if the friend has no
    /// account.
    private func start(_ sitting: PlaySession) async throws -> (Caller, Play)? {
        guard let caller = callers[sitting.friend] else { return nil }
        let id: UUID
        switch sitting.target {
        case .own: id = Habit.own.id
        case .daily(let mode):
            let today = try await useCases.showToday(caller, NoInput())
            id = mode == .timed ? today.timed.id : today.untimed.id
        }
        return (caller, try await useCases.startPlay(caller, ChallengeReference(challengeID: id)).value)
    }

    private func finish(_ sitting: PlaySession) async throws {
        guard let (caller, play) = try await start(sitting), let puzzle = Puzzle(play.letters) else { return }
        var game = Game(puzzle, by: try useCases.wordLists.list(of: play.language).list, limit: sitting.words * PlaySession.pace)
        var moves: [Move] = []
        for word in sitting.vocabulary where moves.count < sitting.words {
            guard let faces = game.faces(of: word) else { continue }
            let move = Move(at: (moves.count + 1) * PlaySession.pace, faces: faces)
            if (try? game.play(move)) != nil { moves.append(move) }
        }
        _ = try await useCases.sendMoves(caller, NewMoves(playID: play.id, moves: moves, finish: true))
    }
}
