import Foundation
import Postgres
import Schema
import TestSupport
import Testing

@Suite("rules 9: migrating the outbox from rooms to any subject")
struct OutboxMigrationTests {
    @Test("Migrated rows keep their subject and count, and rows in progress aren't started again")
    func filled() async throws {
        try await TestDatabase.with { database in
            let schema = try Schema.load()
            try await run(["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"], database)
            let before = Migrator(migrations: schema.migrations.filter { $0.name < "0017" }, definitions: [], logger: .quiet)
            _ = try await before.migrate(database.owner)
            try await run(Self.rows, database)
            _ = try await Migrator(migrations: schema.migrations, definitions: schema.definitions, logger: .quiet).migrate(database.owner)
            let rows = try await database.owner.roundTrip {
                try await $0.query(
                    """
                    SELECT concat_ws(' ', kind, about_id = '0000000a-0000-0000-0000-000000000000', first_number, last_number, count,
                        fanned_out_by IS NOT NULL) AS text
                    FROM notifications ORDER BY kind
                    """)
            }
            let texts: [String] = try rows.map { try $0["text"] }
            #expect(texts == ["friend.requested f", "room.created t t", "room.replies t 3 5 2 f", "summary 7 f"])
        }
    }

    /// Creates a room, and one notification of each kind.
    private static let rows: [SQL] = [
        "SELECT enter('00000001-0000-0000-0000-000000000000', '2026-03-01T20:00:00Z')",
        "INSERT INTO tenants (id, slug, name, features) VALUES ('00000001-0000-0000-0000-000000000000', 'sofa', 'Sofa', '{watch}')",
        """
        INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
        SELECT '00000001-0000-0000-0000-000000000000', ('0000000' || i || '-0000-0000-0000-000000000000')::uuid, i || '@example.org',
            i || '@example.org', 'p' || i, 'p' || i, '-', 'member', '#000000' FROM generate_series(2, 3) AS i
        """,
        """
        INSERT INTO rooms (tenant_id, id, kind, subject_key, title, host_id, created_by, request_digest)
        VALUES ('00000001-0000-0000-0000-000000000000', '0000000a-0000-0000-0000-000000000000', 'custom', 'x', 'x',
            '00000002-0000-0000-0000-000000000000', '00000002-0000-0000-0000-000000000000', '')
        """,
        """
        INSERT INTO memberships (tenant_id, room_id, user_id) SELECT tenant_id, '0000000a-0000-0000-0000-000000000000', id FROM users
        """,
        """
        INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, room_id, first_number, last_number, comment_count,
            coalesced_count, fanned_out_at, state, due_at, expires_at)
        SELECT '00000001-0000-0000-0000-000000000000', gen_random_uuid(), kind, '00000002-0000-0000-0000-000000000000',
            CASE WHEN kind <> 'summary' THEN '00000003-0000-0000-0000-000000000000'::uuid END,
            CASE WHEN kind LIKE 'room.%' THEN '0000000a-0000-0000-0000-000000000000'::uuid END, first, last, comments, coalesced,
            CASE WHEN state = 'sending' THEN app_now() END, state, app_now(), app_now()
        FROM (VALUES ('friend.requested', NULL::int, NULL::int, NULL::int, NULL::int, 'pending'), ('room.created', NULL, NULL, NULL, NULL, 'sending'),
            ('room.replies', 3, 5, 2, NULL, 'pending'), ('summary', NULL, NULL, NULL, 7, 'pending'))
            AS old (kind, first, last, comments, coalesced, state)
        """,
    ]

    private func run(_ statements: [SQL], _ database: TestDatabase) async throws {
        try await database.owner.transaction { transaction in
            for statement in statements { _ = try await transaction.query(statement) }
        }
    }
}
