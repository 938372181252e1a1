import Postgres
import Schema
import TestSupport
import Testing

@Suite("rules 1: rules of every SQL statement")
struct StatementTests {
    /// Shows rule 1.8.
    @Test("A statement that finds the tenant through another row, by its text or its plan, fails the test that sends it")
    func tenants() async throws {
        try await expect(
            "by another row",
            of:
                "SELECT u.id FROM friendships AS f JOIN users AS u ON u.tenant_id = f.tenant_id AND u.id = f.friend_id WHERE f.tenant_id = $1",
            "UPDATE rooms SET title = '' WHERE tenant_id = (SELECT tenant_id FROM users WHERE tenant_id = $1 LIMIT 1)")
        try await expect(
            "by a set",
            of: "SELECT id FROM users WHERE tenant_id = $1 AND (tenant_id, id) IN (SELECT tenant_id, id FROM users WHERE tenant_id = $1)",
            "DELETE FROM users WHERE tenant_id = ANY ($1)")
        try await expect(
            "writes a tenant of another row",
            of: "INSERT INTO deleted_rooms (tenant_id, id) SELECT r.tenant_id, r.id FROM rooms AS r WHERE r.tenant_id = $1",
            "INSERT INTO deleted_rooms (id, tenant_id) VALUES ($1, $2)")
        try await expect(
            "of rooms by no tenant of its own",
            of: "SELECT id FROM rooms WHERE id = $1",
            """
            SELECT c.id FROM comments AS c CROSS JOIN LATERAL (SELECT r.id FROM rooms AS r WHERE c.tenant_id = $1 AND r.id = c.room_id) AS r
            WHERE c.tenant_id = $1
            """)
        try await expect("of tenants by no tenant of its own", of: "SELECT name FROM tenants WHERE slug = $1")
    }

    /// Shows rule 1.8.
    @Test("An upsert updates from the proposed row alone, without parameters or a clock")
    func upserts() async throws {
        let upsert = "INSERT INTO tenant_limits (tenant_id, name, value) VALUES ($1, $2, $3) ON CONFLICT (tenant_id, name) DO UPDATE SET"
        try await expect("a parameter in DO UPDATE", of: "\(upsert) value = $4")
        try await expect(
            "the time in DO UPDATE", of: "\(upsert) value = extract(epoch FROM now())", "\(upsert) value = extract(epoch FROM app_now())")
        try await expect(nil, of: "\(upsert) value = excluded.value RETURNING $4::text")
    }

    @Test("A statement that notifies must do nothing else, because commits would be serialized otherwise")
    func notifications() async throws {
        try await expect(
            "notifies in a transaction that does more",
            of: "WITH made AS (DELETE FROM deleted_rooms WHERE tenant_id = $1 RETURNING id) SELECT pg_notify('a', '') FROM made LIMIT 1")
        try await expect(nil, of: "SELECT pg_notify($1, $2)")
    }

    /// Shows rule 1.8.
    @Test("A statement that names its tenant for each table is accepted")
    func good() async throws {
        try await expect(
            nil,
            of: "SELECT u.id FROM friendships AS f LEFT JOIN users AS u ON u.tenant_id = $1 AND u.id = f.friend_id WHERE f.tenant_id = $2",
            "SELECT room_id FROM room_cards WHERE tenant_id = $2 AND user_id = $1 ORDER BY last_activity_at DESC LIMIT $3",
            "INSERT INTO deleted_rooms (tenant_id, id) SELECT $1, r.id FROM rooms AS r WHERE r.tenant_id = $2 ON CONFLICT DO NOTHING",
            "SELECT t.name FROM tenants AS t JOIN users AS u ON u.tenant_id = $1 WHERE t.id = $2 AND u.id = $3",
            "DELETE FROM deleted_rooms WHERE tenant_id = $1 AND id = ANY ($2)", "SELECT enter($1, $2)", "COMMIT")
    }

    /// Shows rule 1.8.
    @Test("A migration that creates a function revokes it from PUBLIC by name")
    func functions() throws {
        for migration in try Schema.load().migrations where migration.name >= "0058" {
            for made in migration.sql.matches(of: /CREATE FUNCTION (\w+)/) {
                let revoked = migration.sql.split(separator: ";").contains { statement in
                    statement.contains("REVOKE") && statement.contains("FROM PUBLIC") && statement.contains("\(made.1)(")
                }
                #expect(revoked, "\(migration.name) makes \(made.1) and doesn't revoke it from PUBLIC")
            }
        }
    }

    /// - Parameter fault: the rule that each of these statements breaks, nil if they break none.
    private func expect(_ fault: String?, of texts: String...) async throws {
        try await TestDatabase.with { database in
            let rules = try await StatementRules(database.owner)
            for text in texts {
                let faults = try await rules.faults(of: text)
                #expect(fault.map { fault in faults.contains { $0.contains(fault) } } ?? faults.isEmpty, "\(text): \(faults)")
            }
        }
    }
}
