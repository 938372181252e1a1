import Domain
import LocalPostgres
import Logging
import Postgres
import Secrets

/// A test's own database, migrated and empty.
public struct TestDatabase: Sendable {
    public let name: String
    /// The libpq connection string for the database's owner.
    public let ownerURI: String
    /// A pool as a superuser, who bypasses row security, for checks of stored data.
    public let owner: Pool
    /// A pool as the role of operators' commands and migrations. It is `owner`, unless a single role does everything.
    public let operators: Pool
    /// A pool as the server's role, which is subject to row security.
    public let app: Pool
    /// A pool as the server's role, for statements that no server sends. They aren't checked against the rules of
    /// statements.
    public let freeApp: Pool
    /// A pool as the push worker's role.
    public let worker: Pool
    /// The libpq connection string for the server's role.
    public let appURI: String
    /// The libpq connection string for the push worker's role.
    public let workerURI: String
    private let statements: StatementCheck

    /// - Parameter isUnused: whether the database must be new, for tests that count pages.
    public static func make(isUnused: Bool = false) async throws -> TestDatabase {
        try await TestCluster.shared.newDatabase(isUnused: isUnused)
    }

    /// Gives the database back.
    /// - Throws: `BrokenStatements` if a statement of the server's role broke the rules of statements.
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

    /// Returns every row of every table in PostgreSQL's text format, after the table's name.
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

    /// Returns the number of a table's rows, of all tenants.
    public func count(_ table: String) async throws -> Int {
        let rows = try await owner.roundTrip { try await $0.query("SELECT count(*) AS count FROM \(unsafeRaw: table)") }
        return try rows[0]["count"]
    }

    /// Returns the link of the newest mail of a kind, and the words that its text needs.
    public func newestMail(_ kind: String) async throws -> (link: String, words: [String]) {
        let rows = try await owner.roundTrip {
            try await $0.query(
                """
                SELECT a.link, a.words FROM mails AS m JOIN mail_addresses AS a ON a.tenant_id = m.tenant_id AND a.mail_id = m.id
                WHERE m.kind = \(kind) ORDER BY m.xmin::text::bigint DESC LIMIT 1
                """)
        }
        return (try rows[0]["link"], try rows[0]["words"])
    }

    /// Cuts the server off from the database: terminates its connections and refuses new ones.
    public func block() async throws {
        try await TestCluster.shared.administer(
            "ALTER DATABASE \(name) ALLOW_CONNECTIONS false",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
    }

    /// Lets the server connect to the database again.
    public func unblock() async throws {
        try await TestCluster.shared.administer("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
    }

    /// Runs a test's work on a database of its own.
    /// - Parameter given: a database that the caller makes and closes; nil makes one.
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
        // The database must be closed only once, because the next test may use it by then.
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
    /// Returns a pool that waits as long as a busy machine needs, because no test that uses it tests that wait.
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
