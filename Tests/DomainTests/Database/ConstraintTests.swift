import Postgres
import TestSupport
import Testing

@testable import DavenportAPI
@testable import Domain

@Suite("PostgreSQL's constraints equal the rules in Swift")
struct ConstraintTests {
    @Test("rule 1.1: PostgreSQL accepts the same slugs as the server")
    func slug() async throws {
        let rest = (TenantSlug.length.lowerBound - 1, TenantSlug.length.upperBound - 1)
        try await Self.expect("tenants", "slug", "^[a-z0-9][a-z0-9-]{\(rest.0),\(rest.1)}$")
        #expect(throws: Problem.self) { try TenantSlug(String(repeating: "a", count: TenantSlug.length.upperBound + 1)) }
        #expect(throws: Problem.self) { try TenantSlug(String(repeating: "a", count: TenantSlug.length.lowerBound - 1)) }
        #expect(try TenantSlug(String(repeating: "a", count: TenantSlug.length.upperBound)).text.count == TenantSlug.length.upperBound)
    }

    @Test("rule 9.10: PostgreSQL accepts the same device tokens as the server")
    func deviceToken() async throws {
        try await Self.expect("devices", "token", "^[0-9a-f]{\(2 * DeviceToken.bytes.lowerBound),\(2 * DeviceToken.bytes.upperBound)}$")
    }

    @Test("rule 21.22: PostgreSQL accepts the same tokens of FCM as the server")
    func fcmToken() async throws {
        try await Self.expect("devices", "token", "^[A-Za-z0-9:_-]+$")
        try await TestDatabase.with { database in
            let rows = try await database.owner.roundTrip {
                try await $0.query("SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'devices_token_check'")
            }
            let (text, length): (String, ClosedRange<Int>) = (try rows[0]["text"], FCMToken.length)
            #expect(text.contains("(length(token) >= \(length.lowerBound)) AND (length(token) <= \(length.upperBound))"), "\(text)")
            #expect(FCMToken.isOne(String(repeating: "a", count: length.upperBound)))
        }
    }

    /// Expects a table's constraint on a column to compare it with this expression.
    private static func expect(_ table: String, _ column: String, _ pattern: String) async throws {
        try await TestDatabase.with { database in
            let rows = try await database.owner.roundTrip {
                try await $0.query(
                    """
                    SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
                    WHERE conrelid = \(table)::text::regclass AND contype = 'c'
                    """)
            }
            let definitions: [String] = try rows.map { try $0["definition"] }
            #expect(definitions.contains { $0.contains("(\(column) ~ '\(pattern)'::text)") }, "\(definitions)")
        }
    }
}
