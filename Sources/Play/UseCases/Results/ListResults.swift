import DavenportAPI
import Domain

extension UseCases {
    /// Lists the results of a challenge, best first. The results must be open to the caller.
    public func listResults(_ caller: Caller, _ input: ResultQuery) async throws -> ChallengeResults {
        let place = try RankPosition(input.after)
        return try await database.transaction(for: caller) { transaction in
            let finding = FindToday(transaction: transaction, lists: wordLists, userID: caller.userID)
            guard try await finding.challenge(input.challengeID).isOpen else { throw Problem(.playFirst) }
            let results = ResultRepository(transaction, input, seenBy: caller.userID)
            let page = try await RankedPage.find(in: results, around: input.around, after: place, limit: input.limit)
            return ChallengeResults(
                items: page.items.map { ChallengeResult($0.entry, rank: $0.rank, for: caller) }, next: page.next, playCount: page.count)
        }
    }
}

extension ChallengeResult {
    /// Makes a result as the caller sees it. An administrator gets the id of every play, so that they can strike it
    /// even if the player's name is hidden.
    fileprivate init(_ row: ListedResult, rank: Int, for caller: Caller) {
        self.init(
            rank: rank, user: row.isNamed ? row.user : nil, playID: row.isNamed || caller.role.administers ? row.key.id : nil,
            score: row.score, wordCount: row.wordCount, bestWord: row.bestWord, over: row.over, reachedAt: row.key.reachedAt)
    }
}
