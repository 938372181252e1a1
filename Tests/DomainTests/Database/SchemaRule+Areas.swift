import Domain
import Postgres
import Programs

extension SchemaRule {
    static let areas = [
        SchemaRule(
            "every table is named by an area, which says what a tenant's deletion does to it",
            "SELECT relname::text AS offender FROM \(fragment: tables) AS t WHERE relname <> ALL (\(named)::text[])",
            .by("CREATE TABLE unnamed (tenant_id uuid PRIMARY KEY)", naming: "unnamed")),
        SchemaRule(
            "every table that an area names is there, and named once",
            """
            SELECT name AS offender FROM unnest(\(named)::text[]) AS name
            GROUP BY name HAVING count(*) > 1 OR name NOT IN (SELECT relname FROM \(fragment: tables) AS t)
            """,
            .by("DROP TABLE blocks CASCADE", naming: "blocks")),
        SchemaRule(
            "every table that a tenant's deletion empties has tenant_id",
            """
            SELECT name AS offender FROM unnest(\(Areas.all.flatMap { $0.tables })::text[]) AS name
            WHERE NOT EXISTS (
                SELECT FROM \(fragment: tables) AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
                WHERE t.relname = name AND a.attname = 'tenant_id')
            """,
            .by("ALTER TABLE push_hours RENAME COLUMN tenant_id TO tenant", naming: "push_hours")),
        SchemaRule(
            "what tenants share names no tenant and nobody, refers to nothing, and is the server's alone, but for the key of mails' links",
            """
            SELECT t.relname::text AS offender FROM \(fragment: tables) AS t
            WHERE t.relname = ANY (\(shared)::text[]) AND (
                EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = t.oid AND a.attname ~ '(tenant|user|member|author|person)_id')
                OR EXISTS (SELECT FROM pg_constraint AS k WHERE t.oid IN (k.conrelid, k.confrelid) AND k.contype = 'f')
                OR has_any_column_privilege('davenport_push', t.oid, 'INSERT, UPDATE')
                OR has_any_column_privilege('davenport_push', t.oid, 'SELECT') AND t.relname <> 'deployment_secrets'
                OR has_table_privilege('davenport_push', t.oid, 'DELETE'))
            """,
            .by("ALTER TABLE catalogue_entries ADD COLUMN user_id uuid", naming: "catalogue_entries"),
            .by("ALTER TABLE catalogue_pauses ADD COLUMN whose uuid REFERENCES tenants", naming: "catalogue_pauses"),
            .by("GRANT SELECT ON catalogue_entries TO davenport_push", naming: "catalogue_entries")),
    ]

    /// The tables that all tenants share. Other rules apply to them than to tenants' tables.
    static let shared = Areas.all.flatMap { $0.sharedTables }

    private static let named = Areas.all.flatMap { $0.tables + $0.lastingTables } + shared
}
