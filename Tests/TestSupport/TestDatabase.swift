import Domain
import LocalPostgres
import Postgres
import Secrets

/// A test's own database, migrated and empty.
public struct TestDatabase: Sendable {
    public let name: String
    /// How libpq connects to it as its owner.
    public let ownerURI: String
    /// As its owner, past row security: for looking behind the server.
    public let owner: Pool
    /// As the server's role, under row security.
    public let app: Pool
    /// As the push worker's role.
    public let worker: Pool
    /// How libpq connects to it as the server's role.
    public let appURI: String
    /// How libpq connects to it as the push worker's role.
    public let workerURI: String

    public static func make() async throws -> TestDatabase {
        let (name, postgres) = try await TestCluster.shared.newDatabase()
        return TestDatabase(name, in: postgres)
    }

    /// Closes and drops it.
    public func close() async throws {
        await closePools()
        try await TestCluster.shared.drop(name)
    }

    func closePools() async {
        await app.close()
        await worker.close()
        await owner.close()
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
        _ given: TestDatabase? = nil, _ body: (TestDatabase) async throws -> Result
    ) async throws -> Result {
        if let given { return try await body(given) }
        let database = try await make()
        do {
            let result = try await body(database)
            try await database.close()
            return result
        } catch {
            try? await database.close()
            throw error
        }
    }
}

extension TestDatabase {
    init(_ name: String, in postgres: LocalPostgres) {
        let uri = postgres.uri(database: name)
        self.init(
            name: name, ownerURI: uri, owner: .patient(uri, size: 2),
            app: .patient(postgres.uri(user: ServingRole.local, database: name), size: 8),
            worker: .patient(postgres.uri(user: ServingRole.localWorker, database: name), size: 4),
            appURI: postgres.uri(user: ServingRole.local, database: name),
            workerURI: postgres.uri(user: ServingRole.localWorker, database: name))
    }
}

extension Pool {
    /// A pool that waits as long as a busy machine needs: the tests' own patience is not what they test.
    static func patient(_ uri: String, size: Int = 1) -> Pool {
        Pool(
            .init(
                uri: uri, size: size, waiterTimeout: .seconds(600), connectTimeout: .seconds(600), statementTimeout: .seconds(60),
                idleInTransactionTimeout: .seconds(600),
                applicationName: "tests"),
            logger: .quiet)
    }
}
