import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Starts the caller's play of a challenge. It is idempotent: later and concurrent requests return the same play.
    public func startPlay(_ caller: Caller, _ input: ChallengeReference) async throws -> Created<Play> {
        if let play = try await database.transaction(for: caller, .singleRoundTrip, { try await start(input.challengeID, by: caller, $0) })
        {
            return play
        }
        // This check comes second, because most challenges exist and are open.
        return try await database.transaction(for: caller) { transaction in
            let finding = FindToday(transaction: transaction, lists: wordLists, userID: caller.userID)
            let challenge = try await finding.challenge(input.challengeID).challenge
            if challenge.ended { throw Problem(.challengeOver) }
            // Without the language's words nobody could play it on this server.
            _ = try wordLists.list(of: challenge.language)
            guard let play = try await start(input.challengeID, by: caller, transaction) else { throw Problem(.notFound) }
            return play
        }
    }

    private func start(_ challengeID: UUID, by caller: Caller, _ transaction: TenantTransaction) async throws -> Created<Play>? {
        let plays = PlayRepository(transaction, of: caller.userID)
        let started = try await plays.start(challengeID, at: transaction.now.wholeMilliseconds, by: wordLists)
        return started.map { Created($0.play, isNew: $0.isNew) }
    }
}
