import Domain
import Foundation
import LocalPostgres
import Logging
import Postgres
import Schema
import Secrets

/// The PostgreSQL of a test run: one cluster, with a migrated template from which every test has its own database.
///
/// With separate roles, a database that a test has done with is emptied for the next. Its connections stay: they have read the schema and
/// planned the statements. One that isn't as it was is dropped.
actor TestCluster {
    static let shared = TestCluster()

    private var starting: Task<LocalPostgres, any Error>?
    private let prefix = "test_\(ProcessInfo.processInfo.processIdentifier)"
    private var count = 0
    /// As many databases are in use at once as the machine serves well; more tests wait their turn.
    private var free = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// Empty ones that nobody uses.
    private var spare: [TestDatabase] = []
    /// What a new database is like.
    private var new: DatabaseState?

    /// A database with the current schema and no rows.
    /// - Parameter isUnused: whether no test may have had it: for those that count pages, of which rows that are gone have some.
    func newDatabase(isUnused: Bool) async throws -> TestDatabase {
        let postgres = try await started()
        await takeTurn()
        if !isUnused, let database = spare.popLast() { return database }
        count += 1
        let name = "\(prefix)_\(count)"
        try await administer(postgres, "CREATE DATABASE \(name) TEMPLATE \(prefix)_template STRATEGY wal_log \(TestRoles.owning)")
        let database = TestDatabase(name, in: postgres)
        if new == nil, !TestRoles.isSingle { new = try await database.state() }
        return database
    }

    /// Takes one back from the test that had it.
    func takeBack(_ database: TestDatabase) async throws {
        // One that can't be emptied is no database for anybody.
        if !TestRoles.isSingle, let state = try? await database.empty(), state == new, state.isHandy {
            spare.append(database)
            return passTurn()
        }
        passTurn()
        await database.closePools()
        try await administer(try await started(), "DROP DATABASE IF EXISTS \(database.name) WITH (FORCE)")
    }

    /// Runs statements outside of any test's database.
    func administer(_ statements: String...) async throws {
        let postgres = try await started()
        for statement in statements { try await administer(postgres, statement) }
    }

    private func takeTurn() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    private func passTurn() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }

    private func started() async throws -> LocalPostgres {
        if let starting { return try await starting.value }
        let task = Task { try await start() }
        starting = task
        return try await task.value
    }

    private func start() async throws -> LocalPostgres {
        let postgres = try await LocalPostgres.start(in: Self.folder, durable: false)
        try await dropLeftovers(postgres)
        try await TestRoles.make(in: postgres)
        try await administer(postgres, "CREATE DATABASE \(prefix)_template \(TestRoles.owning)")
        let uri = postgres.uri(user: TestRoles.owner, database: prefix + "_template")
        let pool = Pool.patient(uri, settings: TestRoles.ownersSettings)
        try await Self.migrate(pool)
        await pool.close()
        return postgres
    }

    /// The current schema, and the roles that are served by it.
    static func migrate(_ pool: Pool) async throws {
        let schema = try Schema.load()
        _ = try await Migrator(
            migrations: schema.migrations, definitions: schema.definitions, roles: try TestRoles.mapping(), logger: .quiet
        ).migrate(pool)
        if TestRoles.isSingle { return try await AdoptSingleRole(Database(pool: pool, clock: .system)).tune() }
        let dependencies = Dependencies(
            database: Database(pool: pool, clock: .system), passwords: PasswordHasher(parameters: .quick, threads: 1), logger: .quiet)
        try await CreateServingRole(dependencies)(name: ServingRole.local, password: nil)
        try await CreateServingRole(dependencies)(.pushWorker, name: ServingRole.localWorker, password: nil)
    }

    /// What a test run left that was killed.
    private func dropLeftovers(_ postgres: LocalPostgres) async throws {
        let pool = Pool.patient(postgres.uri(database: "postgres"))
        let rows = try await pool.roundTrip { try await $0.query("SELECT datname::text FROM pg_database WHERE datname LIKE 'test\\_%'") }
        let names: [String] = try rows.map { try $0["datname"] }
        for name in names where !Self.isAlive(name) { try await administer(postgres, "DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }
        await pool.close()
    }

    private static func isAlive(_ database: String) -> Bool {
        let parts = database.split(separator: "_")
        guard parts.count > 1, let process = pid_t(parts[1]) else { return false }
        return kill(process, 0) == 0 && process != ProcessInfo.processInfo.processIdentifier
    }

    private func administer(_ postgres: LocalPostgres, _ statement: String) async throws {
        let pool = Pool.patient(postgres.uri(database: "postgres"))
        do {
            _ = try await pool.roundTrip { try await $0.query("\(unsafeRaw: statement)") }
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/test-postgres").path
}

extension Logger {
    /// Says only what must not be missed: a test run's output is for the tests.
    public static let quiet: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .error
        return logger
    }()
}
