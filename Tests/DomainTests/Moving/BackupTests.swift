import Foundation
import LocalPostgres
import Synchronization
import TestSupport
import Testing

@testable import Domain

/// Each test has a PostgreSQL of its own, because a restore must also create the roles, which all databases share.
@Suite("rules 23: backups", .serialized)
struct BackupTests {
    /// Makes a community with an owner and an invite, and prints everything that operators see of it.
    private static let community = """
        set -e
        davenport migrate > /dev/null
        davenport tenant create sofa --name "The Sofa"
        davenport invite create --tenant sofa > code
        printf 'popcorn-and-sofa' | davenport user create --tenant sofa --email ada@example.org --username ada --role owner --password-stdin

        """

    /// Shows rules 23.6 and 23.7.
    @Test("A backup restores the deployment with the same roles and with others", arguments: BackedUp.Mode.allCases)
    func restored(mode: BackedUp.Mode) async throws {
        try await BackedUp.with(mode) { place in
            let made = try await place.shell(
                Self.community + """
                    davenport backup davenport.dump && stat -c %a davenport.dump && ls
                    davenport backup verify davenport.dump && davenport tenant list > before && cp davenport.dump before "$KEEP"
                    """)
            #expect(made.status == 0 && made.output.contains("\n600\n") && !made.output.contains("unfinished"), "\(made)")
            #expect(made.output.contains("ok    communities: 1: sofa") && made.output.contains("ok    migrations: "), "\(made)")
            let rows = try await place.rows()
            try await place.wreck()
            let refused = try await place.shell("davenport restore \"$KEEP/davenport.dump\"")
            #expect(
                refused.status != 0 && refused.errors.contains("The database isn't empty: use another one, or add --replace"), "\(refused)")
            let replaced = try await place.shell(
                "davenport restore --replace \"$KEEP/davenport.dump\"; davenport tenant list | cmp - $KEEP/before")
            #expect(replaced.status == 0 && replaced.output.contains("Restored "), "\(replaced)")
            #expect(try await place.rows() == rows)
            let checked = try await place.shell("davenport check && davenport migrate")
            #expect(checked.status == 0 && checked.output.contains("Up to date."), "\(checked)")
            try await place.moveToNewRoles()
            let moved = try await place.shell(
                "davenport restore $KEEP/davenport.dump && davenport check && davenport tenant list | cmp - $KEEP/before && davenport backup again"
            )
            #expect(moved.status == 0, "\(moved)")
            #expect(try await place.rows() == rows)
        }
    }

    /// Shows rule 23.7.
    @Test("After a plain pg_restore as a single role, the next migrate repairs whose the tables are")
    func plain() async throws {
        try await BackedUp.with(.single) { place in
            let outcome = try await place.shell(
                Self.community + """
                    pg_dump --format=custom --file=plain.dump --enable-row-security --role=pg_database_owner "$DATABASE_URL"
                    davenport tenant list > before
                    psql --quiet "$DATABASE_URL" -c 'DROP SCHEMA public CASCADE' -c 'CREATE SCHEMA public'
                    pg_restore --list plain.dump | grep -v ' SCHEMA ' > list
                    pg_restore --no-owner --exit-on-error --use-list=list --dbname="$DATABASE_URL" plain.dump
                    ! davenport tenant list 2> refused
                    grep 'davenport migrate' refused
                    davenport migrate && davenport tenant list | cmp - before && davenport check
                    davenport restore --replace plain.dump && davenport check
                    """)
            #expect(outcome.status == 0, "\(outcome)")
        }
    }

    /// Shows rules 23.6 and 23.7.
    @Test("A backup of another database, a damaged one and one that would lack rows are refused")
    func refused() async throws {
        try await BackedUp.with(.separate) { place in
            let outcome = try await place.shell(
                Self.community + """
                    davenport backup davenport.dump > /dev/null
                    set +e
                    MIGRATION_DATABASE_URL=${MIGRATION_DATABASE_URL%/*}/postgres davenport backup davenport.dump; echo "status $?"
                    MIGRATION_DATABASE_URL=$DATABASE_URL davenport backup davenport.dump; echo "status $?"
                    head -c 60000 davenport.dump > half; davenport backup verify half; echo "status $?"
                    pg_dump --format=custom --file=other.dump "${MIGRATION_DATABASE_URL%/*}/postgres"
                    davenport backup verify other.dump; echo "status $?"
                    davenport restore --replace other.dump; echo "status $?"; davenport restore --replace half; echo "status $?"
                    davenport backup verify none; echo "status $?"; davenport backup /nowhere/file; echo "status $?"
                    davenport backup verify davenport.dump && davenport tenant list
                    """)
            #expect(outcome.status == 0 && outcome.output.hasSuffix("people\n"), "\(outcome)")
            #expect(outcome.output.components(separatedBy: "status 1").count == 9, "\(outcome)")
            for sentence in [
                "The database has no table of Davenport's: is its URL the right one?",
                "Row security would hide rows from davenport_app_one",
                "half isn't a complete backup", "The backup has no such tables", "The file none can't be read.",
                "The file /nowhere/file.unfinished can't be written",
            ] { #expect(outcome.errors.contains(sentence), "\(sentence): \(outcome)") }
            #expect(outcome.output.contains("WRONG tables: none is of Davenport's"))
        }
    }

    /// Shows rule 23.7.
    @Test("A backup of separate roles can be restored as a single role, but not the other way round")
    func otherMode() async throws {
        try await BackedUp.with(.separate) { place in
            let made = try await place.shell(Self.community + "davenport backup $KEEP/davenport.dump")
            #expect(made.status == 0, "\(made)")
            let single = try await place.single()
            let moved = try await single.shell(
                "davenport restore $KEEP/davenport.dump && davenport check && davenport backup $KEEP/single.dump")
            #expect(moved.status == 0, "\(moved)")
            let back = try await place.shell("davenport restore --replace $KEEP/single.dump")
            #expect(back.status != 0 && back.errors.contains("Set DATABASE_ROLES to single, or move the communities"), "\(back)")
            #expect(try await place.shell("davenport tenant list").output.contains("sofa"))
        }
    }

    /// Shows rule 23.6.
    @Test("The oldest programs that are as new as the server are taken; without any, the error says what to install")
    func programs() throws {
        let installed = [15, 17, 18].map { ClientPrograms(folder: "/\($0)", version: $0) }
        #expect(try ClientPrograms.fitting(14, of: installed).version == 15)
        #expect(try ClientPrograms.fitting(16, of: installed).version == 17)
        #expect(throws: LocalPostgresError.oldClientPrograms(newest: 18, server: 19)) { try ClientPrograms.fitting(19, of: installed) }
        #expect(
            LocalPostgresError.oldClientPrograms(newest: 18, server: 19).description
                == "pg_dump and pg_restore are of PostgreSQL 18, older than the server's 19: `apt install postgresql-client-19` on Debian, "
                + "`brew install postgresql@19` on a Mac.")
    }
}

/// A deployment in a PostgreSQL of its own, as operators have it.
struct BackedUp {
    enum Mode: String, CaseIterable {
        case separate, single
    }

    let postgres: LocalPostgres
    let mode: Mode
    /// A folder for the files of a test.
    let kept: String
    private let names = Names()

    /// The names of the database and its owner's role, which change when the deployment moves.
    private final class Names: Sendable {
        let number = Mutex(1)
    }

    static func with(_ mode: Mode, _ body: (BackedUp) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-backed-up-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let postgres = try await LocalPostgres.start(in: folder, durable: false)
        do {
            let place = BackedUp(postgres: postgres, mode: mode, kept: folder + "/kept")
            try FileManager.default.createDirectory(atPath: place.kept, withIntermediateDirectories: true)
            try await place.create()
            try await body(place)
        } catch {
            await postgres.stop()
            throw error
        }
        await postgres.stop()
    }

    private var suffix: String { ["one", "two"][names.number.withLock { $0 } - 1] }
    private var database: String { "\(mode)_\(suffix)" }
    private var owner: String { "davenport_\(mode)_\(suffix)" }

    private func create() async throws {
        let rights = mode == .single ? "NOCREATEROLE NOBYPASSRLS" : "CREATEROLE BYPASSRLS"
        try await administer("CREATE ROLE \(owner) LOGIN NOSUPERUSER NOCREATEDB \(rights)", "CREATE DATABASE \(database) OWNER \(owner)")
    }

    /// The same PostgreSQL with a database whose owner is the only role.
    func single() async throws -> BackedUp {
        let other = BackedUp(postgres: postgres, mode: .single, kept: kept)
        try await other.create()
        return other
    }

    func shell(_ script: String) async throws -> Shell.Outcome {
        let owners = postgres.uri(user: owner, database: database)
        let login = { (program: String) in postgres.uri(user: "davenport_\(program)_\(suffix)", database: database) }
        let urls =
            mode == .single
            ? ["DATABASE_URL": owners, "DATABASE_ROLES": "single"]
            : [
                "DATABASE_URL": login("app"), "PUSH_DATABASE_URL": login("worker"), "MIGRATION_DATABASE_URL": owners,
                "DATABASE_ROLES": "separate",
            ]
        return try await Shell.run(
            script, environment: urls.merging(["KEEP": kept, "NO_COLOR": "1", "METRICS_PORT": "0", "PUSH_METRICS_PORT": "0"]) { $1 })
    }

    /// Returns each row of every table as text, without what each start of a program or a restore changes.
    func rows() async throws -> [String] {
        let script = """
            names="SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'schema%' ORDER BY 1"
            for table in $(psql -Atc "$names" "$0"); do
                psql -Atc "SELECT '$table', to_jsonb(t) - 'applied_at' - 'sync_key' FROM $table AS t ORDER BY t::text" "$0"
            done
            """
        let outcome = try await Shell.run("bash -c '\(script.replacing("'", with: #"'\''"#))' '\(postgres.uri(database: database))'")
        #expect(outcome.status == 0, "\(outcome)")
        return outcome.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("audit_entries") }
    }

    /// Loses rows and a table.
    func wreck() async throws {
        let outcome = try await shell(
            "psql --quiet '\(postgres.uri(database: database))' -c 'TRUNCATE tenants CASCADE' -c 'DROP TABLE comments CASCADE'")
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// Deletes the database with all of its roles, as if another cluster took its place, and creates another one.
    func moveToNewRoles() async throws {
        let gone = mode == .single ? [owner] : [owner, "davenport_app_one", "davenport_worker_one", "davenport_app", "davenport_push"]
        try await administer("DROP DATABASE \(database) WITH (FORCE)")
        for role in gone { try await administer("DROP ROLE \(role)") }
        names.number.withLock { $0 = 2 }
        try await create()
    }

    private func administer(_ statements: String...) async throws {
        let options = statements.map { "-c '\($0)'" }.joined(separator: " ")
        let outcome = try await Shell.run("psql --quiet -v ON_ERROR_STOP=1 '\(postgres.uri(database: "postgres"))' \(options)")
        #expect(outcome.status == 0, "\(outcome)")
    }
}
