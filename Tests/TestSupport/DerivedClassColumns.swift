import Postgres

extension TestDatabase {
    /// Returns the rows of the area *class* whose derived columns are wrong.
    func wrongClassColumns() async throws -> [String] {
        let rows = try await owner.roundTrip {
            try await $0.query(
                """
                SELECT 'assignment ' || a.id AS wrong FROM assignments AS a
                JOIN tasks AS t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
                CROSS JOIN LATERAL (
                    SELECT coalesce(max(number), 0) AS last, count(*) AS all_count,
                        count(*) FILTER (WHERE author_id = a.student_id AND deleted_at IS NULL) AS own,
                        count(*) FILTER (
                            WHERE author_id IS DISTINCT FROM a.student_id AND deleted_at IS NULL AND number > a.read_number) AS unread
                    FROM entries WHERE tenant_id = a.tenant_id AND assignment_id = a.id) AS e
                WHERE a.last_number <> e.last OR e.all_count <> e.last OR a.student_entry_count <> e.own OR a.unread_count <> e.unread
                    OR (a.opens_at, a.task_due_at, a.task_locks_at, a.task_closed)
                        IS DISTINCT FROM (t.opens_at, t.due_at, t.locks_at, t.closed OR t.host_id IS NULL AND NOT t.own)
                    OR (a.archive_xid IS NOT NULL) <> (a.completed_at < 'infinity')
                    OR (a.completed_at < 'infinity') <> (a.state IN ('done', 'excused') OR a.closed)
                    OR a.evaluation_number IS DISTINCT FROM (
                        SELECT max(number) FROM entries WHERE tenant_id = a.tenant_id AND assignment_id = a.id
                            AND action IN ('return', 'complete', 'evaluate') AND num_nonnulls(points, word, text) > 0)
                    OR (SELECT count(*) FROM assignment_readers AS r WHERE r.tenant_id = a.tenant_id AND r.assignment_id = a.id)
                        <> (SELECT count(*) FROM task_teachers AS m WHERE m.tenant_id = a.tenant_id AND m.task_id = a.task_id)
                UNION ALL
                SELECT 'reader ' || r.user_id || ' of ' || r.assignment_id FROM assignment_readers AS r
                WHERE r.unread_count <> (
                    SELECT count(*) FROM entries AS e WHERE e.tenant_id = r.tenant_id AND e.assignment_id = r.assignment_id
                        AND e.deleted_at IS NULL AND e.number > r.read_number AND e.author_id IS DISTINCT FROM r.user_id)
                    OR NOT EXISTS (
                        SELECT FROM assignments AS a WHERE a.tenant_id = r.tenant_id AND a.id = r.assignment_id
                            AND a.student_id IS NOT DISTINCT FROM r.student_id
                            AND (a.completed_at < 'infinity') = (r.archive_xid IS NOT NULL))
                UNION ALL
                SELECT 'task ' || t.id FROM tasks AS t
                CROSS JOIN LATERAL (
                    SELECT coalesce(bool_and(completed_at < 'infinity'), false) AS complete
                    FROM assignments WHERE tenant_id = t.tenant_id AND task_id = t.id) AS a
                WHERE (t.completed_at < 'infinity') <> a.complete
                    OR t.teacher_ids <> ARRAY(
                        SELECT m.user_id FROM task_teachers AS m
                        WHERE m.tenant_id = t.tenant_id AND m.task_id = t.id ORDER BY m.since, m.user_id)
                    OR (t.host_id IS NULL) = EXISTS (SELECT FROM task_teachers AS m WHERE m.tenant_id = t.tenant_id AND m.task_id = t.id)
                    OR EXISTS (
                        SELECT FROM task_teachers AS m
                        WHERE m.tenant_id = t.tenant_id AND m.task_id = t.id AND m.completed_at <> t.completed_at)
                UNION ALL
                SELECT 'file ' || f.id FROM files AS f
                CROSS JOIN LATERAL (
                    SELECT coalesce(sum(octet_length(bytes)), 0) AS size, count(*) AS count, max(number) AS last,
                        encode(sha256(string_agg(bytes, '' ORDER BY number)), 'hex') AS digest
                    FROM file_chunks WHERE tenant_id = f.tenant_id AND content_id = f.content_id AND number >= 0) AS c
                WHERE c.size <> f.size OR c.last <> c.count - 1 OR c.digest <> encode(f.sha256, 'hex')
                UNION ALL
                SELECT 'chunk of ' || c.content_id FROM file_chunks AS c
                WHERE (SELECT count(*) FROM files AS f WHERE f.tenant_id = c.tenant_id AND f.content_id = c.content_id)
                    + (SELECT count(*) FROM gone_contents AS g WHERE g.tenant_id = c.tenant_id AND g.id = c.content_id) <> 1
                UNION ALL
                SELECT 'file usage of ' || t.id FROM tenants AS t
                WHERE coalesce((SELECT u.bytes FROM file_usage AS u WHERE u.tenant_id = t.id), 0)
                    <> coalesce((SELECT sum(f.size) FROM files AS f WHERE f.tenant_id = t.id AND f.kind = 'file'), 0)
                UNION ALL
                SELECT 'picture usage of ' || t.id FROM tenants AS t
                WHERE coalesce((SELECT u.bytes FROM picture_usage AS u WHERE u.tenant_id = t.id), 0)
                    <> coalesce((SELECT sum(f.size) FROM files AS f WHERE f.tenant_id = t.id AND f.kind = 'picture'), 0)
                UNION ALL
                SELECT 'thumbnail of ' || f.id FROM files AS f
                WHERE (f.kind = 'picture') <> EXISTS (
                    SELECT FROM file_chunks AS c WHERE c.tenant_id = f.tenant_id AND c.content_id = f.content_id AND c.number = -1)
                UNION ALL
                SELECT 'use of picture ' || f.id FROM files AS f
                WHERE f.kind = 'picture' AND f.position IS NOT NULL AND NOT EXISTS (
                    SELECT FROM comments AS c
                    WHERE c.tenant_id = f.tenant_id AND c.id = f.comment_id AND c.pictures::text LIKE '%' || f.id || '%')
                    AND NOT EXISTS (
                        SELECT FROM report_evidence AS e WHERE e.tenant_id = f.tenant_id AND e.pictures::text LIKE '%' || f.id || '%')
                UNION ALL
                SELECT 'pictures of comment ' || c.id FROM comments AS c CROSS JOIN LATERAL jsonb_array_elements(c.pictures) AS p
                WHERE NOT EXISTS (
                    SELECT FROM files AS f
                    WHERE f.tenant_id = c.tenant_id AND f.id = (p ->> 'id')::uuid AND f.comment_id = c.id AND f.size = (p ->> 'size')::integer
                        AND f.width = (p ->> 'width')::integer AND f.height = (p ->> 'height')::integer AND f.type = p ->> 'type')
                """)
        }
        return try rows.map { try $0["wrong"] }
    }
}
