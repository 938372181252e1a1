import DavenportAPI
import Domain
import Foundation

/// Finds the two challenges of the current day, within a transaction. The first request of the day creates them (rule
/// 12.36).
struct FindToday {
    let transaction: TenantTransaction
    let lists: WordLists
    let userID: UUID

    /// The current day and its two challenges, by mode.
    struct Found {
        let day: PlaySettingsRepository.Day
        let challenges: [PlayMode: ChallengeRepository.Seen]
    }

    /// Returns the current day and its challenges, and creates those that are missing.
    /// - Throws: `unavailable` if the server has no word list of the tenant's language.
    func callAsFunction() async throws -> Found {
        let settings = PlaySettingsRepository(transaction)
        let day = try await settings.today()
        let daily = PlayMode.allCases.map { DailyChallenge($0, on: day.day, in: transaction.tenantID) }
        let challenges = ChallengeRepository(transaction, seenBy: userID, by: lists)
        var found = try await challenges.challenges(daily.map(\.id))
        if found.count < daily.count {
            guard let by = try await settings.settings() else { throw Problem.unavailable() }
            let list = try lists.list(of: by.language).list
            for one in daily {
                try await challenges.make(one, one.puzzle(by: list, secret: by.secret), language: by.language, day)
            }
            found = try await challenges.challenges(daily.map(\.id))
        }
        return Found(day: day, challenges: daily.reduce(into: [:]) { $0[$1.mode] = found[$1.id] })
    }
}

extension PlaySettingsRepository {
    /// Returns the tenant's current day. If the tenant has no play settings yet, they are created first.
    func today() async throws -> Day {
        if let day = try await day() { return day }
        try await make()
        guard let day = try await day() else { throw Problem.unavailable() }
        return day
    }
}

extension FindToday {
    /// Returns a challenge that the user may see. If it is one of today's and nobody has requested it yet, it is
    /// created first.
    /// - Throws: `notFound` if there is no such challenge.
    func challenge(_ id: UUID) async throws -> ChallengeRepository.Seen {
        if let found = try await ChallengeRepository(transaction, seenBy: userID, by: lists).challenge(id) { return found }
        let today = try await self().challenges.values.first { $0.challenge.id == id }
        guard let today else { throw Problem(.notFound) }
        return today
    }
}
