import DavenportAPI
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Domain

@Suite("rules 15: the commands that move a tenant", .serialized)
struct MovingCommandTests {
    /// The number of comments to move, and of kills during the import. For the large run: MOVING_COMMENTS=100000
    /// MOVING_KILLS=10.
    private static let comments = setting("MOVING_COMMENTS") ?? 6_000
    private static let kills = setting("MOVING_KILLS") ?? 2

    /// Shows rules 15.1 and 15.5.
    @Test("A killed import continues when it is repeated, and the memory of both commands doesn't grow with the data")
    func killed() async throws {
        try await MovedTenantFixture.with { house in
            try await house.server.fill(Self.comments, house)
            try await TestServer.other(than: house) { new in
                let run = try MovingRun(from: house.server, to: new)
                let export = try await run.measured("davenport tenant export sofa --secrets > \(run.file)")
                #expect(export.status == 0, "\(export)")
                var left = Self.kills
                while left > 0, try await run.killed(afterRows: (Self.kills - left + 1) * Self.comments / (Self.kills + 2)) {
                    left -= 1
                    #expect(try await new.call(.get, "/v1/me", token: house.ada.token).code == .tenantNotFound)
                }
                #expect(left == 0, "it was killed \(Self.kills - left) times")
                let imported = try await run.measured("davenport tenant import < \(run.file)")
                #expect(imported.status == 0 && imported.output.hasPrefix("sofa is here"), "\(imported)")
                let verified = try await run.shell("davenport tenant verify sofa < \(run.file)")
                #expect(verified.status == 0 && verified.output.contains("equal    comments"), "\(verified)")
                #expect(try await new.isSignedIn(house.ada.token))
                #expect(try await new.database.wrongDerivedColumns() == [])
                for (what, outcome) in [("export", export), ("import", imported)] {
                    let (seconds, megabytes) = try run.cost(outcome)
                    print("\(what) of \(Self.comments) comments: \(seconds) s, \(megabytes) MB")
                    #expect(megabytes < 90, "\(what), built for debugging")
                }
            }
        }
    }

    /// Shows rules 15.4 and 15.7.
    @Test("An error is reported in one sentence, and differences are listed and exit with 1")
    func reported() async throws {
        try await MovedTenantFixture.with { house in
            try await TestServer.other(than: house) { new in
                let run = try MovingRun(from: house.server, to: new)
                let exported = try await run.shell("davenport tenant export sofa > \(run.file)", at: house.server)
                #expect(exported.status == 0 && exported.errors.hasPrefix("Exported ") && exported.output == "", "\(exported)")
                let empty = try await run.shell("davenport tenant import < /dev/null")
                #expect(empty.status != 0 && empty.errors.contains("The file is empty."), "\(empty)")
                let cut = try await run.shell("head -c 9000 \(run.file) | davenport tenant import")
                #expect(cut.status != 0 && cut.errors.contains("it ends before its last line"), "\(cut)")
                #expect(try await new.count(of: "tenants") == 0)
                #expect(try await run.shell("davenport tenant import --slug attic --without-hosts < \(run.file)").status == 0)
                try await new.rows("UPDATE comments SET content = 'changed' WHERE number = 1")
                let verified = try await run.shell("davenport tenant verify attic --json < \(run.file)")
                #expect(verified.status == 1, "\(verified)")
                let tables = try JSONDecoder().decode([JSONValue].self, from: Data(verified.output.utf8))
                #expect(tables.filter { $0["isEqual"] == false }.map { $0["table"] } == ["comments"])
                let gone = try await run.shell("davenport tenant import --discard < \(run.file)")
                #expect(gone.status != 0 && gone.errors.contains("no tenant"), "\(gone)")
            }
        }
    }
}

/// The commands of two servers, and the file that moves between them.
private struct MovingRun {
    let old, new: TestServer
    let folder: URL
    var file: String { folder.appending(path: "sofa.ndjson").path }

    init(from old: TestServer, to new: TestServer) throws {
        (self.old, self.new) = (old, new)
        folder = URL.temporaryDirectory.appending(path: "davenport-moving-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs a script, at the new server by default.
    func shell(_ script: String, at server: TestServer? = nil) async throws -> Shell.Outcome {
        try await Shell.run(script, environment: ["MIGRATION_DATABASE_URL": (server ?? new).database.ownerURI])
    }

    /// Runs a command, and appends its time and memory to its errors. An export runs at the old server.
    func measured(_ command: String) async throws -> Shell.Outcome {
        let server = command.contains(" export ") ? old : new
        return try await shell("/usr/bin/env python3 - <<'EOF'\n\(Self.measure(command))\nEOF", at: server)
    }

    private static func measure(_ command: String) -> String {
        """
        import resource, subprocess, sys, time
        began = time.time()
        status = subprocess.run(['bash', '-c', '''exec \(command)''']).returncode
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print('cost', round(time.time() - began, 1), used.ru_maxrss // 1024, file=sys.stderr)
        sys.exit(status)
        """
    }

    /// Returns seconds and megabytes.
    func cost(_ outcome: Shell.Outcome) throws -> (Double, Double) {
        let words = try #require(outcome.errors.split(separator: "\n").last { $0.hasPrefix("cost ") }).split(separator: " ")
        return (try #require(Double(words[1])), try #require(Double(words[2])))
    }

    /// Kills an import once the database shows that it has imported this number of rows.
    /// - Returns: false if the import ended before that.
    func killed(afterRows rows: Int) async throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["davenport", "tenant", "import"]
        process.environment = ["PATH": Shell.path, "MIGRATION_DATABASE_URL": new.database.ownerURI].merging(TestRoles.environment) {
            given, _ in given
        }
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: file))
        process.standardOutput = FileHandle.nullDevice
        process.currentDirectoryURL = folder
        try process.run()
        try await eventually("enough rows are in") {
            let progress = try await new.rows("SELECT rows FROM tenant_imports").first
            return try !process.isRunning || (progress.map { try $0["rows"] as Int } ?? 0) >= rows
        }
        kill(process.processIdentifier, SIGKILL)
        try await eventually("it has ended") { !process.isRunning }
        return process.terminationReason == .uncaughtSignal
    }
}

extension TestServer {
    /// Inserts this number of comments in many rooms.
    fileprivate func fill(_ count: Int, _ house: MovedTenantFixture) async throws {
        let people = "ARRAY['\(house.ada.id)', '\(house.bea.id)']::uuid[]"
        _ = try await database.owner.transaction(opening: ["SELECT enter(\(tenant.id), \(clock.now))"]) { transaction in
            try await transaction.query(
                """
                INSERT INTO rooms (tenant_id, id, kind, subject_key, title, host_id, created_by, request_digest)
                SELECT \(tenant.id), ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'custom', 'room ' || n, 'Room ' || n,
                    \(house.ada.id), \(house.ada.id), ''
                FROM generate_series(1, \(max(1, count / 100))::integer) AS n
                """)
            try await transaction.query(
                """
                INSERT INTO memberships (tenant_id, room_id, user_id)
                SELECT \(tenant.id), r.id, p FROM rooms AS r CROSS JOIN unnest(\(unsafeRaw: people)) AS p
                WHERE r.tenant_id = \(tenant.id) AND r.title LIKE 'Room %'
                """)
            try await transaction.query(
                """
                INSERT INTO comments (tenant_id, id, room_id, number, seconds, content, author_id, request_digest)
                SELECT \(tenant.id), gen_random_uuid(), r.id, n, n, repeat('what was said ', 10), (\(unsafeRaw: people))[1 + n % 2], ''
                FROM rooms AS r CROSS JOIN generate_series(1, 100) AS n
                WHERE r.tenant_id = \(tenant.id) AND r.title LIKE 'Room %'
                """)
        }
    }
}
