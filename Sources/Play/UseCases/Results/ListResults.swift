import DavenportAPI
import Domain

/// The results of a challenge that is open to the caller, best first.
public struct ListResults: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: ResultQuery) async throws -> ChallengeResults {
        let place = try RankPlace(input.after)
        return try await database.transaction(in: caller.tenant.id) { transaction in
            let results = ResultRepository(transaction, input, seenBy: caller.userID)
            guard let isOpen = try await results.isOpen() else { throw Problem(.notFound) }
            guard isOpen else { throw Problem(.playFirst) }
            let page = try await RankedPage.find(in: results, around: input.around, after: place, limit: input.limit)
            return ChallengeResults(
                items: page.items.map { ChallengeResult($0.entry, rank: $0.rank) }, next: page.next, playCount: page.count)
        }
    }
}

extension ChallengeResult {
    fileprivate init(_ row: ListedResult, rank: Int) {
        self.init(
            rank: rank, user: row.isNamed ? row.user : nil, playID: row.isNamed ? row.key.id : nil, score: row.score,
            wordCount: row.wordCount, bestWord: row.bestWord, over: row.over, reachedAt: row.key.reachedAt)
    }
}
