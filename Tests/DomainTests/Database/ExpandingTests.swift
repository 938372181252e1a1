import DavenportAPI
import Domain
import Foundation
import Schema
import TestSupport
import Testing

@testable import Postgres

@Suite("rule 23.4: the previous version works on a newer schema")
struct ExpandingTests {
    /// Migrations up to this one are older than the rule.
    private static let last = "0070"

    /// Shows rule 23.4.
    @Test("A migration only adds, unless it names the version since which a removed object is unused")
    func migrations() throws {
        let migrations = try Schema.load().migrations
        #expect(migrations.contains { $0.name.prefix(4) == Self.last })
        for migration in migrations where migration.name.prefix(4) > Self.last {
            let taken = Expansion.taken(by: migration.sql)
            #expect(taken.isEmpty, "\(migration.name): where no version before needs \(taken), say so: -- Contracts: since when, and why")
        }
    }

    /// Shows rule 23.5.
    @Test("Only migrations of functions run while programs serve")
    func holdingNobodyOut() throws {
        let starts = ["CREATE FUNCTION ", "CREATE OR REPLACE FUNCTION ", "REVOKE ALL ON FUNCTION ", "GRANT EXECUTE ON FUNCTION "]
        for migration in try Schema.load().migrations where migration.sql.contains("-- Holds nobody out: ") {
            for statement in StatementSplitter.split(migration.sql.replacing(/--[^\n]*/, with: "")) {
                let text = statement.text.trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(starts.contains { text.hasPrefix($0) }, "\(migration.name): \(text)")
            }
        }
    }

    /// ViewColumns.txt has a line for each view: `badges: tenant_id uuid, user_id uuid, count bigint`. `bin/test --record`
    /// adds new columns. A column is removed by hand, once no previous version reads it.
    /// Shows rule 23.4.
    @Test("Views keep the columns that the previous version reads, and new columns are listed")
    func views() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ViewColumns.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
        try #require(lines.allSatisfy { $0.count == 2 })
        let kept = Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), $0[1].split(separator: ", ").map(String.init)) })
        let found = try await TestDatabase.with { database in
            let rows = try await database.owner.roundTrip { transaction in
                try await transaction.query(
                    """
                    SELECT c.relname AS view, array_agg(concat(a.attname, ' ', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns
                    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
                    WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace GROUP BY c.relname
                    """)
            }
            return try Dictionary(uniqueKeysWithValues: rows.map { (try $0["view"] as String, try $0["columns"] as [String]) })
        }
        let lost = kept.flatMap { view, columns in Set(columns).subtracting(found[view] ?? []).map { "\(view).\($0)" } }
        let added = found.flatMap { view, columns in Set(columns).subtracting(kept[view] ?? []).map { "\(view).\($0)" } }
        #expect(lost == [], "no longer there, or of another type")
        if ProcessInfo.processInfo.environment["RECORD"] == "1", lost.isEmpty {
            let text = found.sorted { $0.key < $1.key }.map { "\($0): \($1.joined(separator: ", "))\n" }.joined()
            return try Data(text.utf8).write(to: file)
        }
        #expect(added == [], "bin/test --record adds them to ViewColumns.txt")
    }

    /// Shows rule 23.5.
    @Test("Every transaction of a tenant or the worker takes the lock with which a migration shuts programs out")
    func door() async throws {
        let inside: SQL = """
            SELECT count(*) AS count FROM pg_locks
            WHERE pid = pg_backend_pid() AND relation = 'schema_migrations'::regclass AND mode = 'AccessShareLock' AND granted
            """
        try await TestServer.with { server in
            let (database, tenant) = (server.operators.database, server.tenant.id)
            let counts = [
                try await database.transaction(in: tenant) { try await $0.query(inside) },
                try await database.transaction(in: tenant, .singleRoundTrip) { try await $0.query(inside) },
                try await database.transaction(in: tenant, .snapshot) { try await $0.query(inside) },
                try await database.transaction(in: tenant, .longSnapshot, retries: 0) { try await $0.query(inside) },
                try await database.transactionAcrossTenants(.singleRoundTrip) { try await $0.query(inside) },
            ]
            for rows in counts { #expect(try rows.first?["count"] == 1) }
        }
    }

    /// Shows rule 23.5.
    @Test("A snapshot transaction that waits for a migration sees its result, or can be retried")
    func snapshot() async throws {
        try await TestServer.with { server in
            let (database, tenant) = (Database(pool: server.database.app, clock: server.clock.wall), server.tenant.id)
            let name: SQL = "SELECT name FROM tenants WHERE id = \(tenant)"
            let schema = try Schema.load()
            let longPolls = Migration(name: "9999_waits", sql: "SELECT pg_advisory_xact_lock(1); UPDATE tenants SET name = 'New';")
            let migrator = Migrator(
                migrations: schema.migrations + [longPolls], definitions: schema.definitions, roles: try TestRoles.mapping(),
                idleLimit: .zero, logger: .quiet
            )
            let owner = server.database.operators
            let (migration, short, long) = try await owner.transaction { gate in
                try await gate.query("SELECT pg_advisory_xact_lock(1)")
                let migration = Task { try await migrator.migrate(owner) }
                try await waiting(1, gate)
                let short = Task { try await database.transaction(in: tenant, .snapshot) { try await $0.query(name) } }
                let long = Task { try await database.transaction(in: tenant, .longSnapshot, retries: 0) { try await $0.query(name) } }
                try await waiting(3, gate)
                return (migration, short, long)
            }
            #expect(try await migration.value.applied == ["9999_waits"])
            #expect(try await short.value.first?["name"] == "New")
            await #expect(throws: Problem.unavailable()) { try await long.value }
        }
    }

    /// Waits until this number of connections waits for a lock in this database.
    private func waiting(_ count: Int, _ transaction: Transaction) async throws {
        try await eventually("\(count) wait") {
            let rows = try await transaction.query(
                """
                SELECT count(DISTINCT pid) AS count FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
                WHERE d.datname = current_database() AND NOT granted
                """)
            return try (rows.first?["count"] as Int?).map { $0 >= count } ?? false
        }
    }

    /// Shows rule 23.4.
    @Test(
        "A migration that removes something, or requires what the previous version doesn't supply, is detected",
        arguments: [
            "ALTER TABLE rooms DROP COLUMN title;", "ALTER TABLE rooms\n    ADD COLUMN a text,\n    DROP title;", "DROP TABLE rooms;",
            "DROP FUNCTION told(timestamptz);", "ALTER TABLE rooms RENAME COLUMN title TO name;", "alter table rooms rename to halls;",
            "ALTER TABLE rooms ALTER COLUMN title SET NOT NULL;", "ALTER TABLE rooms ALTER COLUMN title SET DATA TYPE varchar(20);",
            "ALTER TABLE rooms ALTER title TYPE varchar(20);", "ALTER TABLE rooms ADD COLUMN a text NOT NULL;",
            "ALTER TABLE rooms ADD COLUMN a text DEFAULT 'b', ADD COLUMN c numeric(5, 2) NOT NULL, ADD COLUMN d text DEFAULT 'e';",
            "REVOKE UPDATE (title) ON rooms FROM davenport_app;",
        ])
    func caught(statement: String) {
        #expect(Expansion.taken(by: statement).count == 1)
        #expect(Expansion.taken(by: "-- Contracts: no version since 2.1 reads it.\n" + statement).isEmpty)
    }

    /// Shows rule 23.4.
    @Test(
        "A migration that only adds, or relaxes a constraint, passes",
        arguments: [
            "ALTER TABLE rooms ADD COLUMN a text, ADD COLUMN b text NOT NULL DEFAULT '', ADD COLUMN c uuid DEFAULT app_id() NOT NULL;",
            "ALTER TABLE rooms DROP CONSTRAINT rooms_kind_check, ALTER COLUMN title DROP NOT NULL, ALTER COLUMN title DROP DEFAULT;",
            "DROP INDEX rooms_old; DROP TRIGGER told ON rooms; DROP POLICY tenant ON rooms;", "CREATE TABLE halls (id uuid NOT NULL);",
            "-- We would DROP TABLE rooms here.\nSELECT 1;", "REVOKE ALL ON FUNCTION told(timestamptz) FROM PUBLIC;",
            "ALTER TABLE rooms ADD COLUMN at bigint NOT NULL GENERATED ALWAYS AS (1 + 1) STORED;",
        ])
    func passes(statement: String) {
        #expect(Expansion.taken(by: statement).isEmpty)
    }
}

/// Finds what a migration takes away from the previous version, which still runs. It reads only the SQL text.
/// `bin/check --upgrade` covers the rest, such as a constraint that the previous version's rows violate.
private enum Expansion {
    /// Returns each removal with some of the text after it, or none if the migration declares that it contracts.
    static func taken(by sql: String) -> [String] {
        let marks = ["-- Contracts: ", "-- No way back: "]
        if sql.split(separator: "\n").contains(where: { line in marks.contains { line.hasPrefix($0) } }) { return [] }
        let code = sql.replacing(/--[^\n]*/, with: "")
        return removals(in: code) + demands(in: code)
    }

    private static func removals(in code: String) -> [String] {
        let kept = #"CONSTRAINT|INDEX|TRIGGER|POLICY|DEFAULT|NOT NULL|IDENTITY|EXPRESSION"#
        let patterns = [
            #"\bDROP\s+(?!(?:\#(kept))\b)"#, #"\bRENAME\b"#, #"\bSET\s+NOT\s+NULL\b"#,
            #"\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b"#, #"\bREVOKE\b[^;]*\bFROM\s+davenport_"#,
        ]
        return patterns.flatMap { matches($0, in: code) }
    }

    /// Returns added columns that require a value, which only the new version supplies.
    private static func demands(in code: String) -> [String] {
        let clause = #"\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT\b|CHECK\b|PRIMARY\b|UNIQUE\b|FOREIGN\b)\w+(?:\([^)]*\)|[^,;(])*"#
        return matches(clause, in: code, atMost: .max).filter { clause in
            let words = clause.uppercased()
            return words.contains("NOT NULL") && !words.contains("DEFAULT") && !words.contains("GENERATED")
        }
    }

    private static func matches(_ pattern: String, in code: String, atMost length: Int = 60) -> [String] {
        guard let expression = try? NSRegularExpression(pattern: pattern, options: .caseInsensitive) else { return [pattern] }
        let text = code as NSString
        return expression.matches(in: code, range: NSRange(location: 0, length: text.length)).map { match in
            let end = length == .max ? match.range.length : min(max(length, match.range.length), text.length - match.range.location)
            return text.substring(with: NSRange(location: match.range.location, length: end))
        }
    }
}
