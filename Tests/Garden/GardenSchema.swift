import Postgres
import TestSupport

/// The schema that an area would add by a migration, and by a branch in each of the views whose number begins with 9.
public enum GardenSchema {
    /// Adds the garden to a database that has the product's schema.
    public static func add(to database: TestDatabase) async throws {
        for statement in table + [notices] + gathered {
            _ = try await database.operators.roundTrip { try await $0.query(TestRoles.named(in: statement)) }
        }
        if let policies = try TestRoles.policies() { _ = try await database.operators.roundTrip { try await $0.query(policies) } }
    }

    private static let table: [SQL] = [
        """
        CREATE TABLE beds (
            tenant_id uuid NOT NULL REFERENCES tenants,
            id uuid NOT NULL,
            digger_id uuid,
            neighbour_id uuid,
            plants integer NOT NULL,
            PRIMARY KEY (tenant_id, id),
            FOREIGN KEY (tenant_id, digger_id) REFERENCES users,
            FOREIGN KEY (tenant_id, neighbour_id) REFERENCES users)
        """,
        "ALTER TABLE beds ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE beds FORCE ROW LEVEL SECURITY",
        """
        CREATE POLICY tenant ON beds TO davenport_app
            USING (tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid))
        """,
        "GRANT SELECT, INSERT, UPDATE, DELETE ON beds TO davenport_app",
        "CREATE POLICY push ON beds FOR SELECT TO davenport_push USING (true)",
        "GRANT SELECT ON beds TO davenport_push",
    ]

    /// The notification is true while the bed is the recipient's.
    private static let notices: SQL = """
        CREATE VIEW garden_notices WITH (security_invoker = true) AS
        SELECT n.tenant_id, n.id, n.lease_id, n.kind, n.recipient_id, n.actor_id, n.about_id, 'a bed of ' || b.plants AS title,
            NULL::text AS detail, n.count, NULL::text AS variant
        FROM notifications AS n
        JOIN beds AS b ON b.tenant_id = n.tenant_id AND b.id = n.about_id AND b.neighbour_id = n.recipient_id
        WHERE n.kind = 'bed.dug'
        """

    /// Adds a branch to each collecting view. The bed makes the digger's name visible to the neighbour, and nothing
    /// else.
    private static let gathered: [SQL] = [
        "GRANT SELECT ON garden_notices TO davenport_push",
        branch(to: "live_notifications", behind: "FROM watch_notices", adding: "SELECT * FROM garden_notices"),
        branch(to: "waiting_things", behind: "FROM watch_badges", adding: "SELECT tenant_id, neighbour_id, id FROM beds"),
        branch(to: "name_viewers", behind: "FROM room_mates", adding: "SELECT tenant_id, neighbour_id, digger_id FROM beds"),
    ]

    /// Recreates a view with a branch after its last one, as the author of an area would add it to the view's file.
    private static func branch(to view: String, behind last: String, adding branch: String) -> SQL {
        """
        DO $$ BEGIN EXECUTE 'CREATE OR REPLACE VIEW \(unsafeRaw: view) WITH (security_invoker = true) AS '
            || regexp_replace(pg_get_viewdef('\(unsafeRaw: view)'::regclass), '\(unsafeRaw: last)', '\(unsafeRaw: last) UNION ALL \(unsafeRaw: branch)');
        END $$
        """
    }
}
