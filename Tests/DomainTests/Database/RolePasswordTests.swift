import Domain
import Foundation
import LocalPostgres
import Logging
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules 20: migrate sends PostgreSQL no password in the clear, and prints none", .separateRoles)
struct RolePasswordTests {
    /// Passwords with characters beyond ASCII: composed, decomposed, changed by SASLprep, rejected by it (then the raw
    /// bytes count), and with characters that need quoting.
    private static let passwords = [
        "hunter2-hunter2", "pässwörd", "pa\u{308}ssword", "ﬁve①２\u{A0}x\u{AD}y", "🫠\u{AD}①melting", "שלום1a", #"it's \"quoted\" %41 \\ $$"#,
    ]

    /// Shows rule 20.18.
    @Test("A role can log in over SCRAM with the password that migrate set, and PostgreSQL's statement log doesn't contain it")
    func logIn() async throws {
        try await StrictPostgres.with { postgres in
            let migrated = try await Shell.run(
                "davenport migrate", environment: postgres.environment(serverURL: postgres.uri("davenport_server", Self.passwords[0])))
            #expect(migrated.status == 0, "\(migrated)")
            #expect(try await postgres.logsIn("davenport_server", Self.passwords[0]))
            for password in Self.passwords {
                try await postgres.operators.createServingRole(.server, from: postgres.uri("davenport_server", password))
                #expect(try await postgres.logsIn("davenport_server", password), "\(password)")
                #expect(try await !postgres.logsIn("davenport_server", password + "x"), "\(password)")
            }
            let log = try postgres.log()
            #expect(log.contains("CREATE ROLE") && log.contains("ALTER ROLE"), "it is the log of all statements")
            for password in Self.passwords { #expect(!log.contains(password), "\(password)") }
        }
    }

    /// Shows rule 20.18.
    @Test("The role and its password are found in a URL that names several hosts")
    func severalHosts() async throws {
        try await StrictPostgres.with { postgres in
            let url = "postgresql://davenport_server:hunter2%40x@db1:5432,db2:5433/davenport?target_session_attrs=read-write"
            let migrated = try await Shell.run("davenport migrate", environment: postgres.environment(serverURL: url))
            #expect(migrated.status == 0, "\(migrated)")
            #expect(try await postgres.logsIn("davenport_server", "hunter2@x"))
        }
    }

    /// Shows rule 20.18.
    @Test("A failing migrate prints neither the password nor the statement")
    func failure() async throws {
        try await TestDatabase.with { database in
            // PostgreSQL refuses role names with this prefix.
            let url = "postgresql://pg_server:hunter2-hunter2@127.0.0.1:1/davenport"
            let outcome = try await Shell.run(
                "davenport migrate",
                environment: ["MIGRATION_DATABASE_URL": database.ownerURI, "DATABASE_URL": url, "LOG_LEVEL": "trace", "NO_COLOR": "1"])
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains(#"role name "pg_server" is reserved"#), "\(outcome)")
            for secret in ["hunter2", "SCRAM", "PASSWORD", "CREATE ROLE"] {
                #expect(!(outcome.output + outcome.errors).contains(secret), "\(outcome)")
            }
        }
    }

    /// Shows rule 20.18.
    @Test(
        "A URL without a role, or with a password that no program can send, is refused by its variable's name",
        arguments: ["postgresql://h/d", "postgresql://x:hunter2%00@h/d"])
    func unusable(url: String) async throws {
        try await TestDatabase.with { database in
            let outcome = try await Shell.run(
                "davenport migrate",
                environment: ["MIGRATION_DATABASE_URL": database.ownerURI, "DATABASE_URL": url, "NO_COLOR": "1"])
            #expect(outcome.status != 0 && outcome.errors.contains("Error: DATABASE_URL must "), "\(outcome)")
            #expect(!outcome.errors.contains("hunter2"))
        }
    }
}

/// A private PostgreSQL that requires a password from every role except its owner, and logs every statement.
private struct StrictPostgres {
    let postgres: LocalPostgres
    let folder: String
    let owner: Pool

    var operators: UseCases {
        UseCases(
            database: Database(pool: owner, clock: .system), passwords: PasswordHasher(parameters: .quick, threads: 1), logger: .quiet)
    }

    static func with(_ body: (StrictPostgres) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-scram-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let postgres = try await LocalPostgres.start(in: folder, durable: false)
        let owner = Pool(
            .init(uri: postgres.uri(), size: 2, waiterTimeout: .seconds(600), connectTimeout: .seconds(600), applicationName: "tests"),
            logger: .quiet)
        let strict = StrictPostgres(postgres: postgres, folder: folder, owner: owner)
        do {
            try await strict.becomeStrict()
            try await body(strict)
        } catch {
            await owner.close()
            await postgres.stop()
            throw error
        }
        await owner.close()
        await postgres.stop()
    }

    private func becomeStrict() async throws {
        let file: String = try await ask("SELECT setting AS value FROM pg_settings WHERE name = 'hba_file'")
        try Data("local all davenport_owner trust\nlocal all all scram-sha-256\n".utf8).write(to: URL(filePath: file))
        _ = try await owner.roundTrip { try await $0.query("ALTER SYSTEM SET log_statement = 'all'") }
        _ = try await owner.roundTrip { try await $0.query("SELECT pg_reload_conf()") }
        try await eventually("statements are logged") { try await ask("SELECT current_setting('log_statement') AS value") == "all" }
        _ = try await owner.roundTrip { try await $0.query("CREATE ROLE nobody LOGIN") }
        try await eventually("passwords are asked for") { try await !logsIn("nobody", "wrong") }
    }

    private func ask(_ query: SQL) async throws -> String {
        try await owner.roundTrip { try await $0.query(query) }[0]["value"]
    }

    func uri(_ role: String, _ password: String) -> String {
        let password = password.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return postgres.uri(user: role).replacing("\(role)@", with: "\(role):\(password)@")
    }

    func environment(serverURL: String) -> [String: String] {
        ["MIGRATION_DATABASE_URL": postgres.uri(), "DATABASE_URL": serverURL, "DATABASE_ROLES": "separate", "NO_COLOR": "1"]
    }

    /// Returns whether libpq can log in. Other errors are thrown.
    func logsIn(_ role: String, _ password: String) async throws -> Bool {
        let pool = Pool(
            .init(uri: uri(role, password), size: 1, waiterTimeout: .seconds(600), connectTimeout: .seconds(600), applicationName: "tests"),
            logger: .quiet)
        let result: Result<Rows, any Error>
        do { result = .success(try await pool.roundTrip { try await $0.query("SELECT 1") }) } catch { result = .failure(error) }
        await pool.close()
        if case .failure(let error) = result, "\(error)".contains("password authentication failed") { return false }
        _ = try result.get()
        return true
    }

    func log() throws -> String { try String(contentsOfFile: folder + "/log", encoding: .utf8) }
}
