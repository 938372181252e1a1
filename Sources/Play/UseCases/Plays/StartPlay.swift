import DavenportAPI
import Domain
import Foundation

/// Starts the caller's play of a challenge, once: asked again, or on two devices at once, it is the same play.
public struct StartPlay: UseCase {
    private let database: Database
    private let lists: WordLists

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        lists = dependencies.wordLists
    }

    public func callAsFunction(_ caller: Caller, _ input: ChallengeReference) async throws -> Created<Play> {
        try await database.transaction(in: caller.tenant.id) { transaction in
            let plays = PlayRepository(transaction, of: caller.userID)
            let finding = FindToday(transaction: transaction, lists: lists, userID: caller.userID)
            let challenge = try await finding.challenge(input.challengeID).challenge
            var isNew = false
            if challenge.mine == nil {
                if challenge.ended { throw Problem(.challengeOver) }
                isNew = try await plays.start(challenge, at: transaction.now.wholeMilliseconds)
                if isNew { try await PlayReminderRepository(transaction).started(challenge, by: caller.userID) }
            }
            guard let play = try await plays.play(of: input.challengeID, by: lists) else { throw Problem(.notFound) }
            return Created(play, isNew: isNew)
        }
    }
}
