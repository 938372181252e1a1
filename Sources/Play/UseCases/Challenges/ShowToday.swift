import DavenportAPI
import Domain

extension UseCases {
    /// Shows today's two challenges and the caller's streak.
    public func showToday(_ caller: Caller, _ input: NoInput) async throws -> PlayToday {
        try await database.transaction(for: caller) { transaction in
            let today = try await FindToday(transaction: transaction, lists: wordLists, userID: caller.userID)()
            guard let timed = today.challenges[.timed], let untimed = today.challenges[.untimed] else {
                throw Problem.unavailable()
            }
            let streak = try await StreakRepository(transaction, of: caller.userID).streak(upTo: today.day.day)
            return PlayToday(
                day: today.day.day, startsAt: today.day.startsAt, endsAt: today.day.endsAt, timed: timed.challenge,
                untimed: untimed.challenge, streak: streak)
        }
    }
}
