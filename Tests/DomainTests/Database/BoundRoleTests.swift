import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules 20: the programs' roles neither own tables nor bypass row security", .separateRoles)
struct BoundRoleTests {
    /// Shows rule 20.19.
    @Test(
        "A superuser, a role that bypasses row security, an owner, and a role that may become one of them are detected",
        arguments: [
            ("SUPERUSER", nil, "bypasses row security"), ("BYPASSRLS", nil, "bypasses row security"),
            ("", "GRANT davenport_owner TO ROLE", "bypasses row security"),
            ("NOINHERIT", "GRANT davenport_owner TO ROLE", "bypasses row security"),
            ("", "ALTER TABLE comments OWNER TO ROLE", "owns tables"),
            ("", "ALTER VIEW room_cards OWNER TO ROLE", "owns tables"), ("CREATEROLE CREATEDB", nil, nil), ("", nil, nil),
        ] as [(String, String?, String?)])
    func found(attributes: String, step: String?, fault: String?) async throws {
        try await withRole(attributes, step) { role, pool, _ in
            let found = try await CheckRole(Database(pool: pool, clock: .system))()
            #expect(found.map { "\($0)" } == fault.map { "the role \(role) \($0)" })
        }
    }

    /// Shows rule 20.19.
    @Test("The roles that migrate creates are bound by row security")
    func made() async throws {
        try await TestDatabase.with { database in
            for pool in [database.app, database.worker] {
                let found = try await CheckRole(Database(pool: pool, clock: .system))()
                #expect(found == nil)
            }
        }
    }

    /// Shows rule 23.2.
    @Test("The roles have the session settings that the programs set, for connections that a pooler makes")
    func tuned() async throws {
        try await TestDatabase.with { database in
            let rows = try await database.owner.roundTrip {
                try await $0.query(
                    """
                    SELECT rolname::text AS name, setting FROM pg_roles, unnest(rolconfig) AS setting
                    WHERE rolname IN (\(ServingRole.local), \(ServingRole.localWorker))
                    """)
            }
            for role in [ServingRole.local, ServingRole.localWorker] {
                let settings: [String] = try rows.filter { try $0["name"] == role }.map { try $0["setting"] }
                #expect(settings.contains("TimeZone=UTC") && settings.contains("statement_timeout=10s"), "\(settings)")
                #expect(settings.contains("idle_in_transaction_session_timeout=10s"), "\(settings)")
            }
        }
    }

    /// Shows rule 20.19.
    @Test("serve and davenport-push refuse an unbound role in one sentence with the remedy, before they do anything")
    func refused() async throws {
        try await withRole("BYPASSRLS", nil) { role, _, uri in
            let commands = [
                ("DATABASE_URL", "davenport serve --port 0"), ("PUSH_DATABASE_URL", "davenport-push"),
                ("PUSH_DATABASE_URL", "davenport-push --watch"),
            ]
            for (key, command) in commands {
                let outcome = try await Shell.run(
                    command, environment: [key: uri, "MASTER_KEY": MasterKey.generate(), "NO_COLOR": "1", "LOG_LEVEL": "info"])
                #expect(outcome.status != 0)
                let sentence =
                    "The role \(role) bypasses row security, and could show one community's data to another: set \(key) to a role of "
                    + "the program's own, which davenport migrate makes."
                #expect(outcome.errors.contains(sentence) && !(outcome.errors + outcome.output).contains("Serving on"), "\(outcome)")
            }
        }
    }

    /// Shows rule 20.19.
    @Test("A server that runs with such a role in spite of that isn't ready, and reports it")
    func notReady() async throws {
        try await TestDatabase.with { database in
            let useCases = UseCases(
                database: Database(pool: database.owner, clock: .system), passwords: PasswordHasher(parameters: .quick, threads: 1),
                logger: .quiet)
            let readiness = useCases.readiness(migrations: [])
            #expect(await readiness() == .notReady(reason: "the role davenport_owner bypasses row security"))
        }
    }

    /// Runs a test with a role that may log in to a database of its own, and removes both.
    /// - Parameter step: statements that follow the role's creation, with ROLE for its name.
    private func withRole(
        _ attributes: String, _ step: String?, _ body: @escaping @Sendable (String, Pool, String) async throws -> Void
    ) async throws {
        try await TestDatabase.with { database in
            let role = database.name + "_role"
            let run = { (statement: String) in _ = try await database.owner.roundTrip { try await $0.query("\(unsafeRaw: statement)") } }
            try await run("CREATE ROLE \(role) LOGIN \(attributes)")
            let uri = database.ownerURI.replacing("//davenport_owner@", with: "//\(role)@")
            let pool = Pool(
                .init(uri: uri, size: 1, waiterTimeout: .seconds(600), connectTimeout: .seconds(600), applicationName: "tests"),
                logger: .quiet)
            var failure: (any Error)?
            do {
                if let step { try await run(step.replacing("ROLE", with: role)) }
                try await body(role, pool, uri)
            } catch { failure = error }
            await pool.close()
            try await run("REASSIGN OWNED BY \(role) TO davenport_owner")
            try await run("DROP ROLE \(role)")
            if let failure { throw failure }
        }
    }
}
