import Domain
import Postgres
import Programs

extension SchemaRule {
    static let moving = [
        SchemaRule(
            "every table of tenants goes along when one moves, with its parts, or is named among those that stay; once",
            """
            SELECT relname::text AS offender FROM \(fragment: tables) AS t
            WHERE relname <> ALL (\(shared)::text[]) AND cardinality(array_positions(\(placed)::text[], relname::text)) <> 1
            UNION
            SELECT name FROM unnest(\(placed)::text[]) AS name WHERE name NOT IN (SELECT relname FROM \(fragment: tables) AS t)
            """,
            .by("CREATE TABLE forgotten (tenant_id uuid PRIMARY KEY)", naming: "forgotten"),
            .by("DROP TABLE blocks CASCADE", naming: "blocks")),
        SchemaRule(
            "binary columns in an export without secrets are pictures, files and digests, revoked transactions and the throttle key",
            """
            SELECT t.relname || '.' || a.attname AS offender FROM \(fragment: tables) AS t
            JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'bytea'::regtype
            WHERE t.relname = ANY (\(open)::text[]) AND t.relname || '.' || a.attname <> ALL (\(kept)::text[])
                AND t.relname || '.' || a.attname <> ALL (ARRAY[
                    'avatars.image', 'file_chunks.bytes', 'files.sha256', 'files.sent_sha256', 'revoked_transactions.digest', 'tenant_pictures.image',
                    'tenants.throttle_key'])
            """,
            .by("ALTER TABLE rooms ADD COLUMN proof bytea", naming: "rooms.proof")),
        SchemaRule(
            "every trigger leaves alone what comes in with a tenant that moves, but those that stamp it",
            """
            SELECT tgname::text AS offender FROM pg_trigger
            WHERE NOT tgisinternal
                AND pg_get_triggerdef(oid) NOT LIKE '% WHEN ((%current_setting(''app.importing''::text, true) IS DISTINCT FROM ''on''::text)%'
                AND tgname NOT IN ('stamp_imported_member', 'stamp_imported_assignment', 'stamp_imported_reader')
            """,
            .by(
                "CREATE TRIGGER eager AFTER DELETE ON rooms FOR EACH ROW EXECUTE FUNCTION room_deleted()",
                naming: "eager")),
        SchemaRule(
            "what a moving tenant leaves to the new house is made there by a default, or may be left out",
            """
            SELECT t.relname || '.' || a.attname AS offender FROM \(fragment: tables) AS t
            JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE t.relname = ANY (\(moved.map(\.name))::text[]) AND a.atttypid = 'xid8'::regtype AND a.attnotnull AND NOT a.atthasdef
            """,
            .by("ALTER TABLE blocks ADD COLUMN made_xid xid8 NOT NULL", naming: "blocks.made_xid")),
    ]

    private static let moved = Areas.all.flatMap { $0.exportedTables }.flatMap(\.withParts)
    private static let placed = moved.map(\.name) + Areas.all.flatMap { $0.unexportedTables }
    /// The tables that an export without secrets contains, and their columns that it omits.
    private static let open = moved.filter { !$0.isSecret }.map(\.name)
    private static let kept = moved.flatMap { table in table.secrets.keys.map { "\(table.name).\($0)" } }
}
