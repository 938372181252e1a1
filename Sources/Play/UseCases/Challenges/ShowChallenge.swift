import DavenportAPI
import Domain

/// Shows one challenge that the caller may see.
public struct ShowChallenge: UseCase {
    private let database: Database
    private let lists: WordLists

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        lists = dependencies.wordLists
    }

    public func callAsFunction(_ caller: Caller, _ input: ChallengeReference) async throws -> Challenge {
        try await database.transaction(for: caller) { transaction in
            try await FindToday(transaction: transaction, lists: lists, userID: caller.userID).challenge(input.challengeID).challenge
        }
    }
}
