import DavenportAPI
import Domain

extension UseCases {
    /// Lists the caller's challenges, newest first, each with the caller's score and rank.
    public func listChallenges(_ caller: Caller, _ input: ChallengeQuery) async throws -> Page<Challenge> {
        let after = try HistoryPlace(input.after)
        return try await database.transaction(for: caller) { transaction in
            let listed = try await HistoryRepository(transaction, of: caller.userID).list(input, after: after, limit: input.limit + 1)
            let page = listed.prefix(input.limit)
            let seen = ChallengeRepository(transaction, seenBy: caller.userID, by: wordLists)
            let challenges = try await seen.challenges(page.map { $0.challengeID })
            return Page(
                items: page.compactMap { challenges[$0.challengeID]?.challenge },
                next: listed.count > input.limit ? page.last?.cursor.text : nil)
        }
    }
}
