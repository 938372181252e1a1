import DavenportAPI
import Domain
import Foundation
import Postgres
import Schema
import Secrets
import TestSupport
import Testing

@Suite("rules 20: migrating rate limits to their own table")
struct LimitMigrationTests {
    private let tenants = [UUID(), UUID()]

    private let usual = ["commentsPerMinute": 60, "roomsPerHour": 300, "invitesPerHour": 60, "friendRequestsPerHour": 60]

    /// Shows rule 20.9.
    @Test("Limits that an operator had changed before the migration still apply, and no others are stored")
    func changedLimits() async throws {
        try await TestDatabase.with { database in
            let owner = database.owner
            try await run(owner, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
            let schema = try Schema.load()
            let before = schema.migrations.filter { $0.name < "0018" }
            _ = try await Migrator(migrations: before, definitions: [], logger: .quiet).migrate(owner)
            try await run(
                owner,
                """
                INSERT INTO tenants (id, slug, name, features, created_at, comments_per_minute, friend_requests_per_hour)
                VALUES (\(tenants[0]), 'sofa', 'Sofa', '{watch}', '2026-01-01', 120, 1),
                    (\(tenants[1]), 'attic', 'Attic', '{watch}', '2026-01-01', 60, 60)
                """)
            _ = try await Migrator(migrations: schema.migrations, definitions: schema.definitions, logger: .quiet).migrate(owner)

            let operators = UseCases(
                database: Database(pool: owner, clock: .system), passwords: PasswordHasher(parameters: .quick, threads: 1), logger: .quiet)
            let limits = try await (limits("sofa", operators), limits("attic", operators))
            #expect(limits.0 == usual.merging(["commentsPerMinute": 120, "friendRequestsPerHour": 1]) { $1 })
            #expect(limits.1 == usual)
            #expect(try await database.count("tenant_limits") == 2)
        }
    }

    /// Returns the limits that existed before the migration, as the operator's command lists them.
    private func limits(_ slug: String, _ operators: UseCases) async throws -> [String: Int] {
        let limits = try await operators.changeTenantLimits(try await operators.findTenant(slug: slug)) { _ in }
        let all = try JSONDecoder().decode([String: Int].self, from: try JSONEncoder().encode(limits))
        return all.filter { usual.keys.contains($0.key) }
    }

    private func run(_ pool: Pool, _ statements: SQL...) async throws {
        _ = try await pool.transaction { try await $0.pipeline(statements) }
    }
}
