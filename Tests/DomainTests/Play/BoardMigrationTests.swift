import Foundation
import Postgres
import Schema
import TestSupport
import Testing

@Suite("rules 12: migrating plays from before boards")
struct BoardMigrationTests {
    /// Shows rule 12.34.
    @Test("Earlier plays are counted and appear on boards, as if they had been played later")
    func filled() async throws {
        try await TestDatabase.with { database in
            let schema = try Schema.load()
            try await run(["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"], database)
            let before = Migrator(migrations: schema.migrations.filter { $0.name < "0039" }, definitions: [], logger: .quiet)
            _ = try await before.migrate(database.owner)
            try await run(Self.rows, database)
            _ = try await Migrator(migrations: schema.migrations, definitions: schema.definitions, logger: .quiet).migrate(database.owner)
            #expect(try await database.wrongDerivedColumns().filter { !$0.hasPrefix("play ") } == [])
            // Each player has all time and two weeks, with the last day and without it.
            #expect(try await database.count("board_entries") == 3 * (2 + 2 + 2))
            #expect(try await database.count("board_counts") == 1 + 2)
            #expect(try await database.count("score_counts") > 0)
        }
    }

    private func run(_ statements: [SQL], _ database: TestDatabase) async throws {
        _ = try await database.owner.transaction { try await $0.pipeline(statements) }
    }

    /// Three users who had a word on each of ten days in two weeks, and none on the eleventh.
    private static let rows: [SQL] = [
        "SELECT enter('00000001-0000-0000-0000-000000000000', '2026-03-20T20:00:00Z')",
        "INSERT INTO tenants (id, slug, name, features) VALUES ('00000001-0000-0000-0000-000000000000', 'sofa', 'Sofa', '{play}')",
        """
        INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
        SELECT '00000001-0000-0000-0000-000000000000', ('0000000' || i || '-0000-0000-0000-000000000000')::uuid, i || '@example.org',
            i || '@example.org', 'p' || i, 'p' || i, '-', 'member', '#000000' FROM generate_series(2, 4) AS i
        """,
        """
        INSERT INTO challenges (tenant_id, id, kind, mode, language, day, letters, starts_at, ends_at)
        SELECT '00000001-0000-0000-0000-000000000000', gen_random_uuid(), 'daily', 'timed', 'en', day, repeat('a', 81), day, day + 1
        FROM (SELECT '2026-03-03'::date + i AS day FROM generate_series(0, 10) AS i) AS d
        """,
        """
        INSERT INTO plays (tenant_id, id, challenge_id, user_id, started_at, ends_at)
        SELECT c.tenant_id, gen_random_uuid(), c.id, u.id, c.starts_at, c.ends_at FROM challenges AS c JOIN users AS u USING (tenant_id)
        """,
        """
        UPDATE plays SET score = 7, reached_at = started_at, word_count = 1, best_word = 'word', best_score = 7, best_reached_at = started_at
        WHERE started_at < '2026-03-13'
        """,
    ]
}
