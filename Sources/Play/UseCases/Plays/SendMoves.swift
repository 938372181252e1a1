import DavenportAPI
import Domain

extension UseCases {
    /// Adds moves to the caller's play, and finishes the play if the request says so. If one move is refused, none is
    /// added.
    public func sendMoves(_ caller: Caller, _ input: NewMoves) async throws -> Play {
        while true {
            let (found, now) = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
                (try await PlayRepository(transaction, of: caller.userID).stored(input.playID), transaction.now)
            }
            guard let stored = found else { throw Problem(.notFound) }
            let list = try wordLists.list(of: stored.language).list
            guard let change = try MoveIntake(stored, by: list).change(by: input, at: now) else { return try await show(input, to: caller) }
            // Nil if another device of the caller's has added moves meanwhile. The length of a play limits how often that
            // happens.
            if let play = try await save(change, of: stored, input, by: caller) { return play }
        }
    }

    private func show(_ input: NewMoves, to caller: Caller) async throws -> Play {
        let play = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PlayRepository(transaction, of: caller.userID).play(input.playID, by: wordLists)
        }
        guard let play else { throw Problem(.notFound) }
        return play
    }

    /// Saves a change of the caller's play. It takes one round trip, unless somebody is notified or reminded.
    /// - Returns: nil if the play has changed since it was read.
    private func save(_ change: MoveIntake.Change, of stored: StoredPlay, _ input: NewMoves, by caller: Caller) async throws -> Play? {
        let notifiesMaker = change.finishes && stored.makerID != nil && stored.makerID != caller.userID
        guard notifiesMaker || change.hasFirstWord else {
            return try await database.transaction(for: caller, .singleRoundTrip) { transaction in
                try await PlayRepository(transaction, of: caller.userID).save(change, of: input.playID, by: wordLists)
            }
        }
        return try await database.transaction(for: caller) { transaction in
            let plays = PlayRepository(transaction, of: caller.userID)
            guard let play = try await plays.save(change, of: input.playID, by: wordLists) else { return nil }
            // A play is finished once, so the maker is notified once. Their row is locked by now, and their account may
            // have been deleted before.
            if notifiesMaker, let makerID = try await plays.stored(input.playID)?.makerID {
                let notifications = NotificationRepository(transaction)
                try await notifications.notify([makerID], .challengeFinished, by: caller.userID, about: stored.challengeID)
            }
            if change.hasFirstWord { try await PlayReminderRepository(transaction).hadFirstWord(in: input.playID, by: caller.userID) }
            return play
        }
    }
}
