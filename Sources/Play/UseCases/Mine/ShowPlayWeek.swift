import DavenportAPI
import Domain

extension UseCases {
    /// Shows the caller's statistics of one week's daily challenges, up to the current day.
    public func showPlayWeek(_ caller: Caller, _ input: PlayWeekQuery) async throws -> PlayWeek {
        try await database.transaction(for: caller) { transaction in
            let today = try await PlaySettingsRepository(transaction).today().day
            guard let week = Week(of: input.of ?? today) else { throw Problem.unavailable(retryAfter: 60) }
            var ranks: [PlayMode: Int] = [:]
            for mode in PlayMode.allCases {
                let board = PlayBoardQuery(mode: mode, period: .week, of: week.from)
                ranks[mode] = try await PlayBoardRepository(transaction, board, today: today, seenBy: caller.userID).place().rank
            }
            return try await PlayWeekRepository(transaction, of: caller.userID).week(week, upTo: min(week.to, today), ranks: ranks)
        }
    }
}
