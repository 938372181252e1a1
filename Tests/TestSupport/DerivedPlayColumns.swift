import Postgres

extension TestDatabase {
    /// Returns the rows of the area *play* whose derived columns are wrong, and own challenges with players who mustn't
    /// be in them.
    func wrongPlayColumns() async throws -> [String] {
        try await wrongPlays() + wrongScoreCounts() + wrongBoards()
    }

    /// Returns the plays whose derived columns don't follow from their moves and words.
    private func wrongPlays() async throws -> [String] {
        let rows = try await owner.roundTrip {
            try await $0.query(
                """
                SELECT 'play ' || p.id AS wrong FROM plays AS p
                CROSS JOIN LATERAL (
                    SELECT coalesce(sum(w.score), 0) AS score, count(*) AS count, max(w.score) AS best, max(w.played_at) AS last,
                        coalesce(jsonb_agg(jsonb_build_array(w.number, w.word, w.score) ORDER BY w.number), '[]') AS words
                    FROM played_words AS w WHERE w.tenant_id = p.tenant_id AND w.play_id = p.id) AS w
                CROSS JOIN LATERAL (
                    SELECT coalesce(jsonb_agg(jsonb_build_array(m.place - 1, m.move -> 'word', m.move -> 'score') ORDER BY m.place), '[]') AS words
                    FROM jsonb_array_elements(p.moves) WITH ORDINALITY AS m (move, place) WHERE m.move ? 'word') AS m
                WHERE w.words <> m.words
                    OR (p.score, p.word_count, p.best_score, p.reached_at) IS DISTINCT FROM (w.score, w.count, w.best, w.last)
                    OR p.best_word IS DISTINCT FROM (
                        SELECT o.word FROM played_words AS o
                        WHERE o.tenant_id = p.tenant_id AND o.play_id = p.id AND o.score = w.best ORDER BY o.number LIMIT 1)
                UNION ALL
                SELECT 'play by an outsider ' || p.id FROM plays AS p
                JOIN challenges AS c ON c.tenant_id = p.tenant_id AND c.id = p.challenge_id AND c.kind = 'own'
                WHERE NOT EXISTS (
                    SELECT FROM challenge_players AS i
                    WHERE i.tenant_id = p.tenant_id AND i.challenge_id = p.challenge_id AND i.user_id = p.user_id)
                UNION ALL
                SELECT 'players of ' || c.id FROM challenges AS c
                CROSS JOIN LATERAL (
                    SELECT count(*) AS count, coalesce(bool_or(i.user_id = c.maker_id), c.maker_id IS NULL) AS with_maker
                    FROM challenge_players AS i WHERE i.tenant_id = c.tenant_id AND i.challenge_id = c.id) AS i
                WHERE CASE c.kind WHEN 'daily' THEN i.count > 0 ELSE i.count NOT BETWEEN 1 AND 100 OR NOT i.with_maker END
                """)
        }
        return try rows.map { try $0["wrong"] }
    }

    /// Returns the scores whose number of plays is wrong.
    private func wrongScoreCounts() async throws -> [String] {
        let rows = try await owner.roundTrip {
            try await $0.query(
                """
                SELECT concat_ws(' ', 'count of', measure, score, 'in', challenge_id, c.plays, p.plays) AS wrong
                FROM score_counts AS c
                FULL JOIN (
                    SELECT tenant_id, challenge_id, 'score' AS measure, score, count(*) AS plays FROM plays
                    WHERE word_count > 0 AND struck_at IS NULL GROUP BY 1, 2, 3, 4
                    UNION ALL
                    SELECT tenant_id, challenge_id, 'tier', 64 * (score / 64) + 63, count(*) FROM plays
                    WHERE word_count > 0 AND struck_at IS NULL GROUP BY 1, 2, 3, 4
                    UNION ALL
                    SELECT tenant_id, challenge_id, 'word', best_score, count(*) FROM plays
                    WHERE word_count > 0 AND struck_at IS NULL GROUP BY 1, 2, 3, 4
                ) AS p USING (tenant_id, challenge_id, measure, score)
                WHERE c.plays IS DISTINCT FROM p.plays
                """)
        }
        return try rows.map { try $0["wrong"] }
    }

    /// Returns the board entries that aren't the sums of the user's plays, and the days whose number of people is wrong.
    private func wrongBoards() async throws -> [String] {
        let rows = try await owner.roundTrip {
            try await $0.query(
                """
                WITH played AS (
                    SELECT p.tenant_id, p.user_id, c.mode, q.period, c.day, p.score, p.reached_at, p.best_word, p.best_score, p.best_reached_at,
                        max(c.day) OVER (PARTITION BY p.tenant_id, p.user_id, c.mode, q.period) AS last_day
                    FROM plays AS p
                    JOIN challenges AS c ON c.tenant_id = p.tenant_id AND c.id = p.challenge_id AND c.kind = 'daily'
                    CROSS JOIN LATERAL (VALUES ('-infinity'::date), (c.day - (extract(isodow FROM c.day)::integer - 1))) AS q (period)
                    WHERE p.word_count > 0 AND p.struck_at IS NULL
                ), summed AS (
                    SELECT tenant_id, user_id, mode, period, w.whole, min(day) AS first_day, min(last_day) AS last_day, sum(score) AS score,
                        max(reached_at) AS reached_at, count(*) AS days, max(best_score) AS best_score
                    FROM played CROSS JOIN (VALUES (true), (false)) AS w (whole)
                    WHERE w.whole OR day < last_day
                    GROUP BY 1, 2, 3, 4, 5
                )
                SELECT concat_ws(' ', 'board entry of', user_id, mode, period, whole) AS wrong
                FROM board_entries AS e FULL JOIN summed AS s USING (tenant_id, user_id, mode, period, whole)
                WHERE (e.first_day, e.last_day, e.score, e.reached_at, e.days, e.best_score)
                        IS DISTINCT FROM (s.first_day, s.last_day, s.score, s.reached_at, s.days, s.best_score)
                    OR concat_ws(' ', e.best_word, e.best_reached_at) IS DISTINCT FROM (
                        SELECT concat_ws(' ', p.best_word, p.best_reached_at) FROM played AS p
                        WHERE p.tenant_id = e.tenant_id AND p.user_id = e.user_id AND p.mode = e.mode AND p.period = e.period
                            AND (e.whole OR p.day < e.last_day)
                        ORDER BY p.best_score DESC, p.best_reached_at, p.day LIMIT 1)
                UNION ALL
                SELECT concat_ws(' ', 'board count', mode, period, first_day, c.people, p.people)
                FROM board_counts AS c
                FULL JOIN (
                    SELECT tenant_id, mode, period, first_day, count(*) AS people FROM summed WHERE whole GROUP BY 1, 2, 3, 4
                ) AS p USING (tenant_id, mode, period, first_day)
                WHERE c.people IS DISTINCT FROM p.people
                """)
        }
        return try rows.map { try $0["wrong"] }
    }
}
