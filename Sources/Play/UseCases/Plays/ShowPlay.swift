import DavenportAPI
import Domain

/// Shows the caller's own play, or another user's play of a challenge whose results are open to the caller.
public struct ShowPlay: UseCase {
    private let database: Database
    private let lists: WordLists

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        lists = dependencies.wordLists
    }

    public func callAsFunction(_ caller: Caller, _ input: PlayReference) async throws -> Play {
        let play = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PlayRepository(transaction, of: caller.userID).play(input.playID, by: lists)
        }
        guard let play else { throw Problem(.notFound) }
        return play
    }
}
