import Foundation
import LocalPostgres
import Postgres
import Synchronization

/// A PostgreSQL for a single test, which may kill it and start it again. Committed transactions are durable.
public final class OwnPostgres: Sendable {
    /// A migrated, empty database. Its pools reconnect after a start.
    public let database: TestDatabase
    private let folder: String
    private let running: Mutex<LocalPostgres>

    private init(_ database: TestDatabase, _ folder: String, _ postgres: LocalPostgres) {
        self.database = database
        self.folder = folder
        running = Mutex(postgres)
    }

    /// Runs a test with its own PostgreSQL, and stops that afterwards.
    public static func run(_ body: (OwnPostgres) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-own-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let postgres = try await LocalPostgres.start(in: folder)
        let own = OwnPostgres(TestDatabase("davenport", in: postgres), folder, postgres)
        do {
            try await TestRoles.make(in: postgres)
            try await TestCluster.migrate(own.database.operators)
            try await body(own)
        } catch {
            await own.end()
            throw error
        }
        await own.end()
    }

    /// Kills all of its processes at once, as a power cut does.
    public func crash() async throws { try await Self.crash(in: folder) }

    /// Starts it again.
    public func start() async throws {
        let postgres = try await LocalPostgres.start(in: folder)
        running.withLock { $0 = postgres }
    }

    /// Kills the PostgreSQL whose data is in a folder.
    public static func crash(in folder: String) async throws {
        let text = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
        guard let postmaster = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw NeverHappened(what: "PostgreSQL said which process it is")
        }
        let children = try String(contentsOfFile: "/proc/\(postmaster)/task/\(postmaster)/children", encoding: .utf8)
        for process in [postmaster] + children.split(separator: " ").compactMap({ pid_t($0) }) { kill(process, SIGKILL) }
        try await eventually("PostgreSQL is gone") { kill(postmaster, 0) != 0 }
    }

    private func end() async {
        await database.closePools()
        await running.withLock { $0 }.stop()
    }
}
