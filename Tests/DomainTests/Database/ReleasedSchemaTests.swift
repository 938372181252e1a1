import Foundation
import LocalPostgres
import TestSupport
import Testing

/// `Tests/Upgrade/record` makes the files, one for each released version.
@Suite("rules 23: databases of released versions", .serialized, .separateRoles)
struct ReleasedSchemaTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Upgrade/released").path
    private static let released = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

    /// Prints a database's schema in a form that a dump and its restore don't change: they only lose parentheses.
    private static let functions = """
        set -euo pipefail
        schema() {
            pg_dump --schema-only "$1" | grep -v -e '^--' -e '^$' -e '^\\\\\\(un\\)*restrict ' | tr -d '()'
            psql -qAtX "$1" -c 'SELECT name, checksum FROM schema_migrations ORDER BY name' -c 'SELECT name, checksum FROM schema_views ORDER BY name'
        }
        psql -qX "$POSTGRES/postgres" -c 'CREATE DATABASE new' -c 'CREATE DATABASE old' -c 'CREATE DATABASE again'
        MIGRATION_DATABASE_URL=$POSTGRES/new davenport migrate

        """

    private static func run(_ script: String, _ environment: [String: String] = [:]) async throws -> Shell.Outcome {
        let data = URL.temporaryDirectory.appending(path: "davenport-released-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: data) }
        let postgres = try await LocalPostgres.start(in: data, durable: false)
        let uri = postgres.uri(database: "postgres")
        let given = environment.merging(["POSTGRES": String(uri.dropLast("/postgres".count))]) { $1 }
        let outcome: Shell.Outcome
        do { outcome = try await Shell.run(functions + script, environment: given) } catch {
            await postgres.stop()
            throw error
        }
        await postgres.stop()
        return outcome
    }

    /// Shows rule 23.9.
    @Test("A database of each released version becomes a new one's equal, and its community can be exported", arguments: released)
    func migrated(file: String) async throws {
        let outcome = try await Self.run(
            """
            gunzip --stdout "$FILE" | psql -qX -v ON_ERROR_STOP=1 "$POSTGRES/old" > /dev/null
            export MIGRATION_DATABASE_URL=$POSTGRES/old
            davenport migrate --plan
            davenport migrate
            schema "$POSTGRES/new" > new; schema "$POSTGRES/old" > old
            diff new old
            davenport tenant export sofa > sofa.ndjson
            davenport tenant verify sofa < sofa.ndjson > /dev/null
            """, ["FILE": "\(Self.folder)/\(file)"])
        #expect(outcome.status == 0, "\(file): \(outcome)")
    }

    /// Shows rule 23.9.
    @Test("A dump and its restore keep the schema, and a column too many is found")
    func compared() async throws {
        let outcome = try await Self.run(
            """
            pg_dump "$POSTGRES/new" | psql -qX -v ON_ERROR_STOP=1 "$POSTGRES/again" > /dev/null
            schema "$POSTGRES/new" > new; schema "$POSTGRES/again" > again
            diff new again && MIGRATION_DATABASE_URL=$POSTGRES/again davenport migrate --plan
            psql -qX "$POSTGRES/again" -c 'ALTER TABLE rooms ADD COLUMN extra text'
            schema "$POSTGRES/again" > again
            diff new again || echo differs
            """)
        #expect(outcome.status == 0 && outcome.output.contains("Up to date: nothing would happen.\n"), "\(outcome)")
        #expect(outcome.output.contains("extra text") && outcome.output.hasSuffix("differs\n"), "\(outcome)")
    }

    /// Shows rule 23.8.
    @Test("The plan of a new database says so, and that of one that lacks the last migrations names their tables")
    func plan() async throws {
        let outcome = try await Self.run(
            """
            export MIGRATION_DATABASE_URL=$POSTGRES/old
            davenport migrate --plan | sed -n 1p
            export MIGRATION_DATABASE_URL=$POSTGRES/new
            psql -qX "$POSTGRES/new" -c "DELETE FROM schema_migrations WHERE name > '0190'"
            davenport migrate --plan
            davenport migrate --plan --json | grep versionBeforeServes
            """)
        #expect(outcome.status == 0, "\(outcome)")
        for line in [
            "The database is new: there is no version before.\n", "\nThe version before serves on, and you can go back to it.\n",
            "\n  0200_replies: The comment that a comment answers; null if it answers none.\n", "\n      comments: 0 rows, ",
            "\"versionBeforeServes\" : true",
        ] { #expect(outcome.output.contains(line), "\(line): \(outcome)") }
    }
}
