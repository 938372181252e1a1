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
        while true {
            let (found, now) = try await database.roundTrip(in: caller.tenant.id) { transaction in
                (try await PlayRepository(transaction, of: caller.userID).stored(input.playID), transaction.now)
            }
            guard let stored = found else { throw Problem(.notFound) }
            let list = try lists.list(of: stored.language).list
            guard let change = try MoveIntake(stored, by: list).change(by: input, at: now) else { return try await show(input, to: caller) }
            // Nil where another device of theirs has added to it meanwhile, which it does a limited number of times.
            if let play = try await save(change, of: stored, input, by: caller) { return play }
        }
    }

    private func show(_ input: NewMoves, to caller: Caller) async throws -> Play {
        let play = try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await PlayRepository(transaction, of: caller.userID).play(input.playID, by: lists)
        }
        guard let play else { throw Problem(.notFound) }
        return play
    }

    /// In one round trip, unless somebody is to be told of it.
    private func save(_ change: MoveIntake.Change, of stored: StoredPlay, _ input: NewMoves, by caller: Caller) async throws -> Play? {
        let isTold = change.finishes && stored.makerID != nil && stored.makerID != caller.userID
        guard isTold || change.hasFirstWord else {
            return try await database.roundTrip(in: caller.tenant.id) { transaction in
                try await PlayRepository(transaction, of: caller.userID).save(change, of: input.playID, by: lists)
            }
        }
        return try await database.transaction(in: caller.tenant.id) { transaction in
            let plays = PlayRepository(transaction, of: caller.userID)
            guard let play = try await plays.save(change, of: input.playID, by: lists) else { return nil }
            // A play is finished once, so that its challenge's maker is told once. They are locked now, and may be gone by then.
            if isTold, let makerID = try await plays.stored(input.playID)?.makerID {
                let notifications = NotificationRepository(transaction)
                try await notifications.notify([makerID], .challengeFinished, by: caller.userID, about: stored.challengeID)
            }
            if change.hasFirstWord { try await PlayReminderRepository(transaction).hadFirstWord(in: input.playID, by: caller.userID) }
            return play
        }
    }
}
