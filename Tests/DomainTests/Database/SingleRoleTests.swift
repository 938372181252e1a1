import Domain
import Foundation
import LocalPostgres
import Postgres
import TestSupport
import Testing

@Suite("rules 20: a single PostgreSQL role, bound by row security")
struct SingleRoleTests {
    /// Shows rules 20.30 and 20.31.
    @Test(
        "A role that can't create roles migrates, operates and serves, and each transaction sees its own tenant alone",
        arguments: [nil, "ALTER SCHEMA public OWNER TO \"the-one\""])
    func bound(step: String?) async throws {
        try await HostedDatabase.with { hosted in
            if let step { try await hosted.administer(step) }
            let outcome = try await hosted.shell(
                """
                davenport migrate > report && davenport migrate && davenport check
                for slug in sofa lamp; do davenport tenant create $slug --name $slug; davenport invite create --tenant $slug; done
                """)
            #expect(outcome.status == 0 && outcome.output.contains("Up to date."), "\(outcome)")
            #expect(outcome.output.contains("\nok    roles: one does everything"), "\(outcome)")
            let (requests, operations) = (hosted.pool(), hosted.pool(SingleRole.transactionSettings))
            #expect(try await hosted.slugs(operations) == ["lamp", "sofa"])
            #expect(try await hosted.slugs(requests) == [])
            for slug in ["lamp", "sofa"] {
                let enter: SQL = "SELECT enter((SELECT id FROM resolve_tenant(\(slug), NULL)), clock_timestamp())"
                #expect(try await hosted.slugs(requests, after: [enter]) == [slug])
                #expect(try await hosted.count("invites", requests, after: [enter]) == 1)
                for other in ["lamp", "sofa"] {
                    let isWritten = try await hosted.isWritten(
                        "INSERT INTO throttles SELECT id, 'key', 1, app_now() FROM resolve_tenant(\(other), NULL)", requests, after: [enter]
                    )
                    #expect(isWritten == (slug == other), "\(other) from \(slug)")
                }
            }
            // Only the worker's transactions see the worker's tables, even those without a tenant.
            let token: SQL = "INSERT INTO push_provider_tokens VALUES ('TEAM', 'KEY', '', 'sandbox')"
            let isWritten = [
                try await hosted.isWritten(token, requests, after: []), try await hosted.isWritten(token, operations, after: []),
            ]
            #expect(isWritten == [false, true])
            #expect(try await hosted.count("push_provider_tokens", requests, after: []) == 0)
            for pool in [requests, operations] { await pool.close() }
        }
    }

    /// Shows rule 20.30.
    @Test("Each table of tenants' rows forces row security and has a restrictive policy for the role; readiness names exceptions")
    func everyTable() async throws {
        try await HostedDatabase.with { hosted in
            _ = try await hosted.shell("davenport migrate")
            let database = Database(pool: hosted.pool(), clock: .system)
            let readiness = CheckReadiness(database, migrations: [], isSingleRole: true)
            #expect(await readiness() == .ready)
            try await hosted.administer("DROP POLICY bound ON comments")
            #expect(await readiness() == .notReady(reason: "the role the-one has no policy of its own on each table"))
            let outcome = try await hosted.shell("davenport serve --port 0; davenport-push; davenport migrate")
            #expect(outcome.errors.contains("davenport migrate makes them, with DATABASE_ROLES set to single."), "\(outcome)")
        }
    }

    /// Shows rule 20.30.
    @Test("When the hosting provider replaces the role, the next migrate binds the new one")
    func renewed() async throws {
        try await HostedDatabase.with { hosted in
            _ = try await hosted.shell("davenport migrate && davenport tenant create sofa --name Sofa")
            try await hosted.administer("CREATE ROLE next LOGIN")
            try await hosted.administer("ALTER DATABASE hosted OWNER TO next")
            let url = hosted.url.replacing("the-one", with: "next")
            let refused = try await hosted.shell("davenport serve --port 0", url: url)
            #expect(refused.errors.contains("The role next has no policy of its own on each table"), "\(refused)")
            let outcome = try await hosted.shell("davenport migrate && davenport check && davenport tenant list", url: url)
            #expect(outcome.status == 0 && outcome.output.contains("sofa"), "\(outcome)")
        }
    }

    /// Shows rule 20.30.
    @Test(
        "A role that bypasses row security or owns no database is refused, as is a mode that isn't the database's",
        arguments: [
            ("ALTER ROLE \"the-one\" SUPERUSER", "davenport migrate", "The role the-one bypasses row security"),
            ("ALTER ROLE \"the-one\" BYPASSRLS", "davenport migrate; davenport serve", "The role the-one bypasses row security"),
            ("ALTER DATABASE hosted OWNER TO davenport_owner", "davenport migrate", "needs a role that owns the database"),
            (
                "SELECT 1", "davenport migrate && DATABASE_ROLES=separate davenport serve",
                "or DATABASE_ROLES to single if there is only one"
            ),
            ("SELECT 1", "DATABASE_ROLES=either davenport serve", "DATABASE_ROLES must be one of separate, single"),
        ])
    func refused(step: String, command: String, sentence: String) async throws {
        try await HostedDatabase.with { hosted in
            try await hosted.administer(step)
            let outcome = try await hosted.shell(command)
            #expect(outcome.status != 0 && outcome.errors.contains(sentence), "\(outcome)")
        }
    }
}

/// A database as hosting providers offer it: a single role owns it and has no other rights.
private struct HostedDatabase {
    let postgres: LocalPostgres
    private let superuser: Pool

    var url: String {
        postgres.uri(user: "the-one", database: "hosted").replacing("postgresql://", with: "postgres://") + "?sslmode=prefer"
    }

    static func with(_ body: (HostedDatabase) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-hosted-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let postgres = try await LocalPostgres.start(in: folder, durable: false)
        let first = Pool(.test(postgres.uri()), logger: .quiet)
        let superuser = Pool(.test(postgres.uri(database: "hosted")), logger: .quiet)
        var failure: (any Error)?
        do {
            for statement: SQL in [
                "CREATE ROLE \"the-one\" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS", "CREATE DATABASE hosted OWNER \"the-one\"",
            ] { _ = try await first.roundTrip { try await $0.query(statement) } }
            try await body(HostedDatabase(postgres: postgres, superuser: superuser))
        } catch { failure = error }
        await first.close()
        await superuser.close()
        await postgres.stop()
        if let failure { throw failure }
    }

    /// Runs a statement as the superuser. A provider's customers can't do that.
    func administer(_ statement: String) async throws {
        _ = try await superuser.roundTrip { try await $0.query("\(unsafeRaw: statement)") }
    }

    func shell(_ script: String, url: String? = nil) async throws -> Shell.Outcome {
        try await Shell.run(script, environment: ["DATABASE_URL": url ?? self.url, "DATABASE_ROLES": "single", "NO_COLOR": "1"])
    }

    func pool(_ settings: [String: String] = [:]) -> Pool {
        var configuration = PoolConfiguration.test(url)
        configuration.transactionSettings = settings
        return Pool(configuration, logger: .quiet)
    }

    func slugs(_ pool: Pool, after opening: [SQL] = []) async throws -> [String] {
        try await pool.roundTrip(opening: opening) { try await $0.query("SELECT slug FROM tenants ORDER BY slug") }.map { try $0["slug"] }
    }

    func count(_ table: String, _ pool: Pool, after opening: [SQL]) async throws -> Int {
        try await pool.roundTrip(opening: opening) { try await $0.query("SELECT count(*) AS count FROM \(unsafeRaw: table)") }[0]["count"]
    }

    /// Runs an INSERT, and returns whether row security allowed it.
    func isWritten(_ statement: SQL, _ pool: Pool, after opening: [SQL]) async throws -> Bool {
        do {
            _ = try await pool.roundTrip(opening: opening) { try await $0.query(statement) }
            return true
        } catch let error as PostgresError where error.sqlState == .insufficientPrivilege {
            return false
        }
    }
}

extension PoolConfiguration {
    /// A configuration that waits as long as a busy machine needs.
    fileprivate static func test(_ uri: String) -> PoolConfiguration {
        PoolConfiguration(
            uri: uri, size: 1, waiterTimeout: .seconds(600), connectTimeout: .seconds(600), statementTimeout: .seconds(600),
            applicationName: "tests")
    }
}
