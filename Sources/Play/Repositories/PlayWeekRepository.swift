import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads a user's statistics of one week's daily challenges (rule 12.41).
struct PlayWeekRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID

    init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Returns the user's statistics of a week.
    /// - Parameters:
    ///   - last: the last day that counts. If it lies before the week, the week hasn't begun, and the streak in the
    ///     result is 0.
    ///   - ranks: the user's rank on the week's board of each mode.
    func week(_ week: Week, upTo last: CalendarDate, ranks: [PlayMode: Int]) async throws -> PlayWeek {
        let these: SQL = """
            tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND day BETWEEN \(week.from)::date AND \(last)::date
            """
        let streak: SQL = last < week.from ? "0" : StreakRepository(transaction, of: userID).streak(upTo: "\(last)::date")
        let rows = try await transaction.pipeline([
            """
            SELECT count(DISTINCT day) AS days, count(*) AS plays, \(fragment: streak) AS streak
            FROM daily_plays WHERE \(fragment: these)
            """,
            "SELECT mode, sum(score) AS score, count(*) AS play_count FROM daily_plays WHERE \(fragment: these) GROUP BY mode",
            """
            SELECT best_word, best_score FROM daily_plays WHERE \(fragment: these)
            ORDER BY best_score DESC, best_reached_at, play_id LIMIT 1
            """,
            words(these),
        ])
        guard let all = rows[0].first, let words = rows[3].first else { throw PostgresError.misuse("sums have one row") }
        let modes = try rows[1].reduce(into: [PlayMode: PlayWeek.Standing]()) {
            let mode: PlayMode = try $1["mode"]
            $0[mode] = PlayWeek.Standing(score: try $1["score"], rank: ranks[mode], playCount: try $1["play_count"])
        }
        return PlayWeek(
            from: week.from, to: week.to, days: try all["days"], plays: try all["plays"], words: try words["words"],
            newWords: try words["new_words"], timed: modes[.timed], untimed: modes[.untimed],
            bestWord: try rows[2].first.map { PlayedWord(word: try $0["best_word"], score: try $0["best_score"]) },
            longestWord: try PlayedWord(longest: words), streak: try all["streak"])
    }

    /// Returns the query for the number of words and the longest word. Of words with the same number of letters, the
    /// one with the highest score counts, and then the one played first.
    private func words(_ these: SQL) -> SQL {
        let longest: SQL = "ORDER BY char_length(word) DESC, score DESC, played_at, play_id, number"
        return """
            SELECT count(*) AS words, count(*) FILTER (WHERE is_new) AS new_words,
                (array_agg(word \(fragment: longest)))[1] AS longest_word, (array_agg(score \(fragment: longest)))[1] AS longest_score
            FROM word_plays WHERE \(fragment: these)
            """
    }
}

extension PlayedWord {
    /// Reads the longest word from a row; nil if no word was played.
    fileprivate init?(longest row: Row) throws {
        guard let word: String = try row["longest_word"] else { return nil }
        self.init(word: word, score: try row["longest_score"])
    }
}
