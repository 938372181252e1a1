import DavenportAPI
import Domain

/// Adds moves to the caller's play, all or none, and finishes it where they say so.
public struct SendMoves: UseCase {
    private let database: Database
    private let lists: WordLists

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        lists = dependencies.wordLists
    }

    public func callAsFunction(_ caller: Caller, _ input: NewMoves) async throws -> Play {
        try await database.transaction(in: caller.tenant.id) { transaction in
            let plays = PlayRepository(transaction, of: caller.userID)
            guard let stored = try await plays.locked(input.playID) else { throw Problem(.notFound) }
            let list = try lists.list(of: stored.language).list
            if let change = try MoveIntake(stored, by: list).change(by: input, at: transaction.now) {
                try await plays.save(change, of: input.playID)
                // A play is finished once, so that its challenge's maker is told once.
                if change.finishes, let makerID = stored.makerID, makerID != caller.userID {
                    let notifications = NotificationRepository(transaction)
                    try await notifications.notify([makerID], .challengeFinished, by: caller.userID, about: stored.challengeID)
                }
                if change.hasFirstWord { try await PlayReminderRepository(transaction).hadFirstWord(in: input.playID, by: caller.userID) }
            }
            guard let play = try await plays.play(input.playID, by: lists) else { throw Problem(.notFound) }
            return play
        }
    }
}
