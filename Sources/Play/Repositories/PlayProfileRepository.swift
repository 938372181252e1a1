import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads a user's play statistics, and stores who may see the user's name in results.
struct PlayProfileRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID

    init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Sets who may see the user's name, and returns the user's profile. It takes one round trip.
    /// - Parameter naming: who may see the name from now on; nil changes nothing.
    func profile(afterSetting naming: PlayNaming? = nil) async throws -> PlayProfile {
        let changes = naming.map { [setting($0)] } ?? []
        let rows = try await transaction.pipeline(changes + [numbers, bestPlays, bestWord]).suffix(3)
        let (all, plays, words) = (rows[rows.startIndex], rows[rows.startIndex + 1], rows[rows.startIndex + 2])
        guard let row = all.first else { throw PostgresError.misuse("a profile has one row") }
        let best = try plays.reduce(into: [PlayMode: PlayProfile.BestPlay]()) {
            $0[try $1["mode"]] = PlayProfile.BestPlay(playID: try $1["play_id"], score: try $1["score"])
        }
        return PlayProfile(
            namedTo: try row["named_to"], streak: try row["streak"], longestStreak: try row["longest_streak"],
            daysPlayed: try row["days_played"], wordCount: try row["word_count"], bestTimed: best[.timed], bestUntimed: best[.untimed],
            bestWord: try words.first.map { PlayedWord(word: try $0["best_word"], score: try $0["best_score"]) })
    }

    private var mine: SQL { "tenant_id = \(transaction.tenantID) AND user_id = \(userID)" }

    private func setting(_ naming: PlayNaming) -> SQL {
        """
        INSERT INTO play_profiles (tenant_id, user_id, named_to) VALUES (\(transaction.tenantID), \(userID), \(naming))
        ON CONFLICT (tenant_id, user_id) DO UPDATE SET named_to = excluded.named_to
        """
    }

    /// The query for the user's streaks and counts. In a tenant without play settings nobody has ever played, so the
    /// query yields no row there.
    private var numbers: SQL {
        let today: SQL = "(SELECT day FROM play_days WHERE tenant_id = \(transaction.tenantID))"
        return """
            SELECT coalesce((SELECT named_to FROM play_profiles WHERE \(fragment: mine)), \(PlayNaming.everyone)) AS named_to,
                \(fragment: StreakRepository(transaction, of: userID).streak(upTo: today)) AS streak,
                coalesce((SELECT max(days) FROM played_streaks WHERE \(fragment: mine)), 0) AS longest_streak,
                (SELECT count(*) FROM played_days WHERE \(fragment: mine)) AS days_played,
                coalesce((SELECT sum(word_count) FROM plays WHERE \(fragment: mine) AND counts), 0) AS word_count
            """
    }

    private var bestPlays: SQL {
        """
        SELECT DISTINCT ON (mode) mode, play_id, score FROM daily_plays WHERE \(fragment: mine)
        ORDER BY mode, score DESC, reached_at, play_id
        """
    }

    private var bestWord: SQL {
        """
        SELECT best_word, best_score FROM daily_plays WHERE \(fragment: mine)
        ORDER BY best_score DESC, best_reached_at, play_id LIMIT 1
        """
    }
}
