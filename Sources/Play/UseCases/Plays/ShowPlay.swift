import DavenportAPI
import Domain

extension UseCases {
    /// Shows the caller's own play, or another user's play of a challenge whose results are open to the caller.
    public func showPlay(_ caller: Caller, _ input: PlayReference) async throws -> Play {
        let play = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PlayRepository(transaction, of: caller.userID).play(input.playID, by: wordLists)
        }
        guard let play else { throw Problem(.notFound) }
        return play
    }
}
