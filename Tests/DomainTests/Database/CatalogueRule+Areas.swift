import Domain
import Postgres
import Programs

extension CatalogueRule {
    static let areas = [
        CatalogueRule(
            "every table is named by an area, which says what a tenant's deletion does to it",
            "SELECT relname::text AS offender FROM \(fragment: tables) AS t WHERE relname <> ALL (\(named)::text[])",
            .by("CREATE TABLE unnamed (tenant_id uuid PRIMARY KEY)", naming: "unnamed")),
        CatalogueRule(
            "every table that an area names is there, and named once",
            """
            SELECT name AS offender FROM unnest(\(named)::text[]) AS name
            GROUP BY name HAVING count(*) > 1 OR name NOT IN (SELECT relname FROM \(fragment: tables) AS t)
            """,
            .by("DROP TABLE blocks CASCADE", naming: "blocks")),
        CatalogueRule(
            "every table that a tenant's deletion empties has tenant_id",
            """
            SELECT name AS offender FROM unnest(\(Areas.all.flatMap { $0.tables })::text[]) AS name
            WHERE NOT EXISTS (
                SELECT FROM \(fragment: tables) AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
                WHERE t.relname = name AND a.attname = 'tenant_id')
            """,
            .by("ALTER TABLE push_hours RENAME COLUMN tenant_id TO tenant", naming: "push_hours")),
    ]

    private static let named = Areas.all.flatMap { $0.tables + $0.lastingTables }
}
