import Postgres

extension TestDatabase {
    /// Recomputes every derived column, and returns the rows where the triggers left another value.
    public func wrongDerivedColumns() async throws -> [String] {
        let rows = try await owner.roundTrip {
            try await $0.query(
                """
                WITH fresh AS (
                    SELECT r.tenant_id, r.id, m.ids, m.complete, c.comment_count, c.last_number
                    FROM rooms AS r
                    CROSS JOIN LATERAL (
                        SELECT array_agg(user_id ORDER BY user_id) AS ids, bool_and(watched_at IS NOT NULL) AS complete FROM memberships
                        WHERE tenant_id = r.tenant_id AND room_id = r.id) AS m
                    CROSS JOIN LATERAL (
                        SELECT count(*) FILTER (WHERE deleted_at IS NULL) AS comment_count, coalesce(max(number), 0) AS last_number
                        FROM comments WHERE tenant_id = r.tenant_id AND room_id = r.id) AS c)
                SELECT 'room ' || r.id AS wrong FROM rooms AS r JOIN fresh AS f USING (tenant_id, id)
                WHERE r.member_ids <> f.ids OR r.comment_count <> f.comment_count OR r.last_number <> f.last_number
                    OR (r.completed_at < 'infinity') <> f.complete OR r.group_id <> room_group(r.kind, r.show_id, f.ids)
                    OR NOT r.host_id = ANY (f.ids)
                UNION ALL
                SELECT 'membership ' || m.user_id || ' in ' || m.room_id FROM memberships AS m
                JOIN rooms AS r ON r.tenant_id = m.tenant_id AND r.id = m.room_id
                WHERE m.completed_at <> r.completed_at OR m.archive_rank <> r.archive_rank OR m.kind <> r.kind
                    OR (m.archive_xid IS NOT NULL) <> (r.completed_at < 'infinity')
                    OR r.member_joined_at[array_position(r.member_ids, m.user_id)] <> m.joined_at
                    OR r.member_watched_at[array_position(r.member_ids, m.user_id)] <> coalesce(m.watched_at, 'infinity')
                    OR m.unread_count <> (
                        SELECT count(*) FROM comments AS c WHERE c.tenant_id = m.tenant_id AND c.room_id = m.room_id
                            AND c.deleted_at IS NULL AND c.number > m.read_number AND c.author_id IS DISTINCT FROM m.user_id)
                UNION ALL
                SELECT 'reactions of ' || c.id FROM comments AS c
                CROSS JOIN LATERAL (
                    SELECT array_agg(emoji ORDER BY number) AS emojis, array_agg(user_id ORDER BY number) AS user_ids FROM reactions
                    WHERE tenant_id = c.tenant_id AND comment_id = c.id) AS r
                WHERE (c.reaction_emojis, c.reaction_user_ids) IS DISTINCT FROM (r.emojis, r.user_ids)
                UNION ALL
                SELECT 'subtitles of ' || r.id FROM rooms AS r
                WHERE subtitle_languages <> ARRAY(
                    SELECT language FROM subtitle_tracks WHERE tenant_id = r.tenant_id AND room_id = r.id ORDER BY language)
                UNION ALL
                SELECT 'number ' || number || ' of ' || room_id FROM (
                    SELECT room_id, number, row_number() OVER (PARTITION BY room_id ORDER BY number) AS place FROM comments) AS numbered
                WHERE number <> place
                """)
        }
        return try rows.map { try $0["wrong"] } + (try await wrongClassColumns()) + (try await wrongPlayColumns())
    }
}
