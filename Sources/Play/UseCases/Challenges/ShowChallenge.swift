import DavenportAPI
import Domain

extension UseCases {
    /// Shows one challenge that the caller may see.
    public func showChallenge(_ caller: Caller, _ input: ChallengeReference) async throws -> Challenge {
        try await database.transaction(for: caller) { transaction in
            try await FindToday(transaction: transaction, lists: wordLists, userID: caller.userID).challenge(input.challengeID).challenge
        }
    }
}
