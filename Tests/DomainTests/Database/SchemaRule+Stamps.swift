import Postgres

extension SchemaRule {
    /// The columns of type `xid8`, which only change stamps have.
    private static let stamps: SQL = """
        (SELECT t.oid AS table_oid, t.relname, a.attnum, a.attname FROM \(fragment: tables) AS t
            JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.atttypid = 'xid8'::regtype AND NOT a.attisdropped)
        """

    /// The row triggers that run before a change and set columns, with the text of their functions. 4 is INSERT and 16
    /// UPDATE.
    private static let setters: SQL = """
        (SELECT g.tgrelid, g.tgtype, p.prosrc FROM pg_trigger AS g JOIN pg_proc AS p ON p.oid = g.tgfoid
            WHERE NOT g.tgisinternal AND g.tgenabled = 'O' AND g.tgtype & 3 = 3)
        """

    static let feed = [
        SchemaRule(
            "whatever makes a row with a stamp sets it by the default, but that of what is archived, which isn't yet",
            """
            SELECT s.relname || '.' || s.attname AS offender FROM \(fragment: stamps) AS s
            WHERE s.attname <> 'archive_xid' AND NOT EXISTS (
                SELECT FROM pg_attrdef AS d
                WHERE d.adrelid = s.table_oid AND d.adnum = s.attnum AND pg_get_expr(d.adbin, d.adrelid) = 'pg_current_xact_id()')
            """,
            .by("ALTER TABLE rooms ALTER COLUMN changed_xid DROP DEFAULT", naming: "rooms.changed_xid"),
            .by("ALTER TABLE memberships ALTER COLUMN joined_xid DROP DEFAULT", naming: "memberships.joined_xid"),
            .by("ALTER TABLE comments ALTER COLUMN changed_xid DROP DEFAULT", naming: "comments.changed_xid"),
            .by("ALTER TABLE former_members ALTER COLUMN left_xid DROP DEFAULT", naming: "former_members.left_xid"),
            .by("CREATE TABLE stamped (tenant_id uuid PRIMARY KEY, changed_xid xid8)", naming: "stamped.changed_xid")),
        SchemaRule(
            "whatever changes a row with a stamp sets it by a trigger",
            """
            SELECT s.relname || '.' || s.attname AS offender FROM \(fragment: stamps) AS s
            WHERE s.attname IN ('changed_xid', 'archive_xid', 'read_xid') AND NOT EXISTS (
                SELECT FROM \(fragment: setters) AS g
                WHERE g.tgrelid = s.table_oid AND g.tgtype & 16 = 16 AND g.prosrc LIKE '%NEW.' || s.attname || ' :=%')
            """,
            .by("DROP TRIGGER room_changed ON rooms", naming: "rooms.changed_xid"),
            .by("DROP TRIGGER comment_changed ON comments", naming: "comments.changed_xid"),
            .by("DROP TRIGGER member_changed ON memberships", naming: "memberships.archive_xid"),
            .by("DROP TRIGGER assignment_stamped ON assignments", naming: "assignments.changed_xid"),
            .by("DROP TRIGGER student_reads ON assignments", naming: "assignments.read_xid"),
            .by("DROP TRIGGER teacher_reads ON assignment_readers", naming: "assignment_readers.changed_xid"),
            .by("DROP TRIGGER entry_changed ON entries", naming: "entries.changed_xid"),
            .by("DROP TRIGGER player_changed ON challenge_players", naming: "challenge_players.changed_xid"),
            .by("DROP TRIGGER play_changed ON plays", naming: "plays.changed_xid")),
        SchemaRule(
            "rooms and entries have their stamps in no index, memberships and assignments only in those of finished ones, so that they change in place",
            """
            SELECT i.indexrelid::regclass::text AS offender FROM pg_index AS i
            JOIN \(fragment: stamps) AS s ON s.table_oid = i.indrelid AND s.attnum = ANY (i.indkey::smallint[])
            WHERE s.relname IN ('rooms', 'entries') OR s.relname IN ('memberships', 'assignments', 'assignment_readers')
                AND pg_get_expr(i.indpred, i.indrelid) IS DISTINCT FROM '(archive_xid IS NOT NULL)'
            """,
            .by("CREATE INDEX stamped ON rooms (tenant_id, changed_xid)", naming: "stamped"),
            .by("CREATE INDEX stamped ON memberships (tenant_id, user_id, changed_xid)", naming: "stamped"),
            .by("CREATE INDEX stamped ON memberships (tenant_id, user_id, archive_xid)", naming: "stamped"),
            .by("CREATE INDEX stamped ON memberships (tenant_id) INCLUDE (joined_xid)", naming: "stamped"),
            .by("CREATE INDEX stamped ON entries (tenant_id, assignment_id, changed_xid)", naming: "stamped"),
            .by("CREATE INDEX stamped ON assignments (tenant_id, student_id, changed_xid)", naming: "stamped"),
            .by("CREATE INDEX stamped ON assignment_readers (tenant_id, user_id, changed_xid)", naming: "stamped")),
    ]
}
