import DavenportAPI
import Domain

extension UseCases {
    /// Lists a board: it ranks people by their results in the daily challenges of a mode, over the finished days of a week
    /// or of all time.
    public func listPlayBoard(_ caller: Caller, _ input: PlayBoardQuery) async throws -> PlayBoard {
        let place = try RankPosition(input.after)
        return try await database.transaction(for: caller) { transaction in
            let today = try await PlaySettingsRepository(transaction).today().day
            let board = PlayBoardRepository(transaction, input, today: today, seenBy: caller.userID)
            let page = try await RankedPage.find(in: board, around: input.around, after: place, limit: input.limit)
            return PlayBoard(
                items: page.items.map { PlayBoardEntry($0.entry, rank: $0.rank) }, next: page.next, week: board.week,
                playerCount: page.count)
        }
    }
}

extension PlayBoardEntry {
    fileprivate init(_ row: ListedBoardEntry, rank: Int) {
        self.init(rank: rank, user: row.isNamed ? row.user : nil, score: row.score, days: row.days, bestWord: row.bestWord)
    }
}
