import Postgres

extension TestDatabase {
    /// The plays whose derived columns aren't what follows from their moves and words, and own challenges with others in them than may be.
    func wrongPlayColumns() async throws -> [String] {
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
}
