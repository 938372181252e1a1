import Domain
import LocalPostgres
import Logging
import Postgres
import Secrets

/// A test's own database, migrated and empty.
public struct TestDatabase: Sendable {
    public let name: String
    /// How libpq connects to it as its owner.
    public let ownerURI: String
    /// As a superuser, past row security: for looking behind the server.
    public let owner: Pool
    /// As the role of operators' commands and migrations: `owner` unless one role does everything.
    public let operators: Pool
    /// As the server's role, under row security.
    public let app: Pool
    /// As the server's role, for what no server would send: it isn't held to the rules of statements.
    public let freeApp: Pool
    /// As the push worker's role.
    public let worker: Pool
    /// How libpq connects to it as the server's role.
    public let appURI: String
    /// How libpq connects to it as the push worker's role.
    public let workerURI: String
    private let statements: StatementCheck

    /// - Parameter isUnused: whether no test may have had it: for those that count pages.
    public static func make(isUnused: Bool = false) async throws -> TestDatabase {
        try await TestCluster.shared.newDatabase(isUnused: isUnused)
    }

    /// Gives it up.
    /// - Throws: also where something was sent to it as the server's role that breaks the rules of statements.
    public func close() async throws {
        var broken: (any Error)?
        do { try await statements.hold(by: owner) } catch { broken = error }
        try await TestCluster.shared.takeBack(self)
        if let broken { throw broken }
    }

    func closePools() async {
        await app.close()
        await freeApp.close()
        await worker.close()
        await owner.close()
        if TestRoles.isSingle { await operators.close() }
    }

    /// Every row of every table as PostgreSQL writes it, behind the table's name.
    public func dump() async throws -> [String] {
        let tables = try await owner.roundTrip { transaction in
            try await transaction.query(
                """
                SELECT relname::text AS name FROM pg_class
                WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'schema\\_%'
                """)
        }
        var lines: [String] = []
        for table in tables {
            let name: String = try table["name"]
            let rows = try await owner.roundTrip { try await $0.query("SELECT t::text AS line FROM \(unsafeRaw: name) AS t ORDER BY 1") }
            lines += try rows.map { name + ": " + (try $0["line"]) }
        }
        return lines
    }

    /// How many rows a table has, past row security.
    public func count(_ table: String) async throws -> Int {
        let rows = try await owner.roundTrip { try await $0.query("SELECT count(*) AS count FROM \(unsafeRaw: table)") }
        return try rows[0]["count"]
    }

    /// Takes the database away from the server: its connections are ended, and new ones refused.
    public func block() async throws {
        try await TestCluster.shared.administer(
            "ALTER DATABASE \(name) ALLOW_CONNECTIONS false",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
    }

    /// Gives it back.
    public func unblock() async throws {
        try await TestCluster.shared.administer("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
    }

    /// Runs a test's work on a database of its own.
    /// - Parameter given: one that somebody else makes and closes.
    public static func with<Result: Sendable>(
        _ given: TestDatabase? = nil, isUnused: Bool = false, _ body: (TestDatabase) async throws -> Result
    ) async throws -> Result {
        if let given { return try await body(given) }
        let database = try await make(isUnused: isUnused)
        let result: Result
        do { result = try await body(database) } catch {
            try? await database.close()
            throw error
        }
        // Only once: the next test may have it by now.
        try await database.close()
        return result
    }
}

extension TestDatabase {
    init(_ name: String, in postgres: LocalPostgres) {
        let uris = [TestRoles.owner, TestRoles.server, TestRoles.worker].map { postgres.uri(user: $0, database: name) }
        let (ownerURI, appURI, workerURI, statements) = (uris[0], uris[1], uris[2], StatementCheck())
        let owner = Pool.patient(postgres.uri(database: name), size: 2)
        self.init(
            name: name, ownerURI: ownerURI, owner: owner,
            operators: TestRoles.isSingle ? .patient(ownerURI, size: 2, settings: TestRoles.ownersSettings) : owner,
            app: .patient(appURI, size: 8, prepared: { statements.take($0) }), freeApp: .patient(appURI),
            worker: .patient(workerURI, size: 4, settings: TestRoles.ownersSettings), appURI: appURI, workerURI: workerURI,
            statements: statements)
    }
}

extension Pool {
    /// A pool that waits as long as a busy machine needs: the tests' own patience is not what they test.
    static func patient(
        _ uri: String, size: Int = 1, settings: [String: String] = [:], prepared: (@Sendable (String) -> Void)? = nil
    ) -> Pool {
        var configuration = PoolConfiguration(
            uri: uri, size: size, waiterTimeout: .seconds(600), connectTimeout: .seconds(600), statementTimeout: .seconds(600),
            idleInTransactionTimeout: .seconds(600), applicationName: "tests")
        configuration.transactionSettings = settings
        configuration.prepared = prepared
        return Pool(configuration, logger: .quiet)
    }
}
