import Domain
import Foundation
import Postgres

/// Checks the columns and tables that triggers and use cases derive from plays and their words.
enum PlayDerivation {
    /// Returns statements that recompute the derived values and return a row for each stored value that is wrong. The
    /// row's only column names the place of that value.
    static func statements(_ transaction: TenantTransaction) -> [SQL] {
        let tenant = transaction.tenantID
        return [
            plays(tenant), words(tenant), scoreCounts(tenant), boards(tenant), boardCounts(tenant), players(tenant),
        ]
    }

    private static func plays(_ tenant: UUID) -> SQL {
        """
        SELECT 'play ' || p.id AS wrong FROM plays AS p
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(w.score), 0) AS score, count(*) AS count, max(w.played_at) AS last,
                (array_agg(w.score ORDER BY w.score DESC, w.number))[1] AS best,
                (array_agg(w.word ORDER BY w.score DESC, w.number))[1] AS best_word,
                (array_agg(w.played_at ORDER BY w.score DESC, w.number))[1] AS best_at
            FROM played_words AS w WHERE w.tenant_id = \(tenant) AND w.play_id = p.id) AS w
        WHERE p.tenant_id = \(tenant)
            AND (p.score, p.word_count, p.best_score, p.reached_at, p.best_word, p.best_reached_at)
                IS DISTINCT FROM (w.score, w.count, w.best, w.last, w.best_word, w.best_at)
        """
    }

    /// Returns the statement that compares stored words with moves. Each word among a play's moves must have a row with
    /// the move's number, and no other rows may exist.
    private static func words(_ tenant: UUID) -> SQL {
        """
        SELECT 'the words of play ' || coalesce(m.play_id, w.play_id) AS wrong
        FROM (
            SELECT p.id AS play_id, m.number - 1 AS number, m.move ->> 'word' AS word, m.move ->> 'score' AS score
            FROM plays AS p CROSS JOIN LATERAL jsonb_array_elements(p.moves) WITH ORDINALITY AS m (move, number)
            WHERE p.tenant_id = \(tenant) AND m.move ? 'word'
        ) AS m
        FULL JOIN (
            SELECT w.play_id, w.number, w.word, w.score::text AS score FROM played_words AS w WHERE w.tenant_id = \(tenant)
        ) AS w USING (play_id, number)
        WHERE (m.word, m.score) IS DISTINCT FROM (w.word, w.score)
        """
    }

    private static func scoreCounts(_ tenant: UUID) -> SQL {
        """
        SELECT concat_ws(' ', 'plays of challenge', challenge_id, 'with', measure, score) AS wrong
        FROM (SELECT s.challenge_id, s.measure, s.score, s.plays FROM score_counts AS s WHERE s.tenant_id = \(tenant)) AS s
        FULL JOIN (
            SELECT p.challenge_id, c.measure, c.score, count(*) AS plays
            FROM plays AS p CROSS JOIN LATERAL play_measures(p.score, p.best_score) AS c
            WHERE p.tenant_id = \(tenant) AND p.counts
            GROUP BY p.challenge_id, c.measure, c.score
        ) AS p USING (challenge_id, measure, score)
        WHERE s.plays IS DISTINCT FROM p.plays
        """
    }

    private static func boards(_ tenant: UUID) -> SQL {
        """
        WITH played AS (
            SELECT p.user_id, c.mode, q.period, c.day, p.score, p.reached_at, p.best_score,
                max(c.day) OVER (PARTITION BY p.user_id, c.mode, q.period) AS last_day
            FROM plays AS p
            JOIN challenges AS c ON c.tenant_id = \(tenant) AND c.id = p.challenge_id AND c.kind = 'daily'
            CROSS JOIN LATERAL (VALUES ('-infinity'::date), (date_trunc('week', c.day::timestamp)::date)) AS q (period)
            WHERE p.tenant_id = \(tenant) AND p.counts
        ), summed AS (
            SELECT user_id, mode, period, w.whole, min(day) AS first_day, min(last_day) AS last_day, sum(score) AS score,
                max(reached_at) AS reached_at, count(*) AS days, max(best_score) AS best_score
            FROM played CROSS JOIN (VALUES (true), (false)) AS w (whole)
            WHERE w.whole OR day < last_day
            GROUP BY user_id, mode, period, w.whole
        )
        SELECT concat_ws(' ', 'board entry of', user_id, mode, period) AS wrong
        FROM (SELECT b.* FROM board_entries AS b WHERE b.tenant_id = \(tenant)) AS e
        FULL JOIN summed AS s USING (user_id, mode, period, whole)
        WHERE (e.first_day, e.last_day, e.score, e.reached_at, e.days, e.best_score)
            IS DISTINCT FROM (s.first_day, s.last_day, s.score, s.reached_at, s.days, s.best_score)
        """
    }

    private static func boardCounts(_ tenant: UUID) -> SQL {
        """
        SELECT concat_ws(' ', 'people of the board', mode, period, 'since', first_day) AS wrong
        FROM (SELECT c.mode, c.period, c.first_day, c.people FROM board_counts AS c WHERE c.tenant_id = \(tenant)) AS c
        FULL JOIN (
            SELECT e.mode, e.period, e.first_day, count(*) AS people FROM board_entries AS e
            WHERE e.tenant_id = \(tenant) AND e.whole GROUP BY e.mode, e.period, e.first_day
        ) AS e USING (mode, period, first_day)
        WHERE c.people IS DISTINCT FROM e.people
        """
    }

    private static func players(_ tenant: UUID) -> SQL {
        """
        SELECT 'when challenge ' || i.challenge_id || ' starts for ' || i.user_id AS wrong FROM challenge_players AS i
        JOIN challenges AS c ON c.tenant_id = \(tenant) AND c.id = i.challenge_id
        WHERE i.tenant_id = \(tenant) AND i.starts_at <> c.starts_at
        """
    }
}
