import Foundation
import LocalPostgres
import Testing

@testable import Postgres

@Suite struct ConnectionLossTests {
    @Test func aConnectionLostWhileIdleIsNoticedAndReplaced() async throws {
        try await withPool({ $0.size = 1 }) { pool in
            let backend = try await pool.backend()
            #expect(try await observe("SELECT pg_terminate_backend(\(backend)::int) AS value") == true)
            try await eventually("the pool has noticed") { pool.statistics.open == 0 }
            #expect(try await pool.backend() != backend)
        }
    }

    @Test func aConnectionLostWhileRunningIsAnErrorAndReplaced() async throws {
        let statement = "SELECT pg_backend_pid(), pg_sleep(600), '\(UUID())'"
        try await withPool({ $0.size = 1 }) { pool in
            async let error = postgresError { try await pool.run(SQL(unsafeRaw: statement)) }
            try await eventually("it runs") { try await running(statement) == 1 }
            try await terminate(statement)
            let lost = await error
            #expect(lost?.sqlState == .adminShutdown && lost?.isUnavailable == true)
            _ = try await pool.backend()
            #expect(pool.statistics.open == 1)
        }
    }

    @Test func aTransactionWhoseConnectionIsLostFails() async throws {
        try await withPool({ $0.size = 1 }) { pool in
            let error = await postgresError {
                try await pool.transaction { transaction in
                    let backend: Int = try #require(try await transaction.query("SELECT pg_backend_pid() AS pid").first)["pid"]
                    #expect(try await observe("SELECT pg_terminate_backend(\(backend)::int) AS value") == true)
                    try await eventually("the pool has noticed") { pool.statistics.open == 0 }
                }
            }
            #expect(error.isLost)
            _ = try await pool.backend()
        }
    }

    /// While the test keeps terminating connections under load, every task gets its own result or a retryable error.
    @Test func sessionsTerminatedUnderLoad() async throws {
        try await withPool { pool in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        do {
                            let value: Int = try await pool.value("SELECT \(number)::int8 AS value FROM pg_sleep(0.001)")
                            #expect(value == number)
                        } catch let error as PostgresError {
                            #expect(error.isUnavailable, "\(error)")
                        }
                    }
                }
                for _ in 0..<20 {
                    let _: Int = try await observe(
                        """
                        SELECT count(pg_terminate_backend(pid)) AS value FROM pg_stat_activity
                        WHERE query LIKE 'SELECT $1::int8 AS value FROM pg_sleep%'
                        """
                    )
                }
                try await group.waitForAll()
            }
            #expect(pool.statistics.busy == 0)
        }
    }

    @Test func nobodyThere() async throws {
        let pool = Pool(PoolConfiguration(uri: "postgresql://127.0.0.1:1/none", size: 16, applicationName: "test"), logger: .quiet)
        let errors = await withTaskGroup(of: PostgresError?.self) { group in
            for _ in 0..<100 { group.addTask { await postgresError { try await pool.run("SELECT 1") } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.allSatisfy { $0.isFailed && $0?.isUnavailable == true })
        await pool.close()
        #expect(pool.statistics == PoolStatistics(open: 0, idle: 0, busy: 0, waiting: 0))
    }

    /// A host that accepts the connection and never answers.
    @Test func nobodyAnswers() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "deaf-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let deaf = try DeafSocket(path: folder + "/.s.PGSQL.5432")
        defer { deaf.close() }
        let pool = Pool(
            PoolConfiguration(
                uri: "host=\(folder) dbname=none", size: 2, waiterTimeout: .milliseconds(100), connectTimeout: .seconds(2),
                applicationName: "test"),
            logger: .quiet)
        let errors = await withTaskGroup(of: PostgresError?.self) { group in
            for _ in 0..<10 { group.addTask { await postgresError { try await pool.run("SELECT 1") } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.allSatisfy { $0.isFailed })
        await pool.close()
        #expect(pool.statistics.open == 0)
    }

    /// Shows rule 23.1.
    @Test func theServerGoesAwayAndComesBack() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "away-\(UUID().uuidString.prefix(8))").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try await LocalPostgres.start(in: folder, durable: false)
        let uri = first.uri(database: "postgres")
        let pool = Pool(PoolConfiguration(uri: uri, size: 4, waiterTimeout: .seconds(600), applicationName: "test"), logger: .quiet)
        try await load(pool) { #expect($0 == nil) }
        #expect(pool.statistics.open > 0)

        await first.stop()
        try await eventually("the pool has noticed") { pool.statistics.open == 0 }
        try await load(pool) { #expect($0?.isUnavailable == true) }
        #expect(pool.statistics.busy == 0 && pool.statistics.waiting == 0)

        let second = try await LocalPostgres.start(in: folder, durable: false)
        try await eventually("the pool has recovered") { (try? await pool.backend()) != nil }
        try await load(pool) { #expect($0 == nil) }
        await pool.close()
        #expect(pool.statistics.open == 0)
        await second.stop()
    }

    /// A primary that was demoted to a standby refuses to write.
    @Test func aConnectionToAReadOnlyServerIsReplaced() async throws {
        try await withDatabase { database in
            try await withPool({ $0.size = 1 }, database: database) { pool in
                let backend = try await pool.backend()
                try await pool.run("SET default_transaction_read_only = on")
                let refused = await postgresError { try await pool.run("CREATE TABLE written ()") }
                #expect(refused?.sqlState == .readOnlyTransaction && refused?.isUnavailable == true)
                #expect(try await pool.backend() != backend)
                let inTransaction = await postgresError {
                    try await pool.transaction { transaction in
                        try await transaction.query("SET default_transaction_read_only = on")
                        try await transaction.query("SET transaction_read_only = on")
                        try await transaction.query("CREATE TABLE written ()")
                    }
                }
                #expect(inTransaction?.sqlState == .readOnlyTransaction)
                try await pool.run("CREATE TABLE written ()")
            }
        }
    }

    /// A commit that is cancelled while it waits for a synchronous standby counts as unknown, since a failover may lose it.
    @Test func aCommitWithoutItsStandbyIsNoSuccess() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lone-\(UUID().uuidString.prefix(8))").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try await LocalPostgres.start(in: folder, durable: true)
        let pool = Pool(
            PoolConfiguration(
                uri: server.uri(database: "postgres"), size: 4, waiterTimeout: .seconds(600), statementTimeout: .zero,
                applicationName: "test"),
            logger: .quiet)
        try await pool.run("CREATE TABLE written ()")
        try await pool.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try await pool.run("SELECT pg_reload_conf()")
        async let inOneRoundTrip = Self.commitsUntilLost { try await pool.run("INSERT INTO written DEFAULT VALUES") }
        async let inTransaction = Self.commitsUntilLost {
            try await pool.transaction { _ = try await $0.query("INSERT INTO written DEFAULT VALUES") }
        }
        let cancelling = Task {
            while !Task.isCancelled {
                try await pool.run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            }
        }
        let commits = try await inOneRoundTrip + inTransaction
        cancelling.cancel()
        // What was acknowledged is there. The last commit of each is unknown, and nothing else was written.
        let written: Int = try await pool.value("SELECT count(*) AS value FROM written")
        #expect((commits - 2...commits).contains(written), "\(written) of \(commits)")
        await pool.close()
        await server.stop()
    }

    /// Repeats a commit until it is lost, and returns how many there were. The first ones succeed, because PostgreSQL reads
    /// its changed settings some time later.
    private static func commitsUntilLost(_ commit: () async throws -> Void) async throws -> Int {
        var count = 1
        while true {
            do {
                try await commit()
                count += 1
            } catch let error as PostgresError {
                guard Optional(error).isLost else { throw error }
                return count
            }
        }
    }

    /// The first host of a list accepts connections and answers none of them.
    @Test func aSilentHostIsPassedOver() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "deaf-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let deaf = try DeafSocket(path: folder + "/.s.PGSQL.5432")
        defer { deaf.close() }
        let there = try ConnectionString(try await TestPostgres.uri())
        let (host, port, user) = (try #require(there["host"]), there["port"] ?? "5432", try #require(there["user"]))
        let pool = Pool(
            PoolConfiguration(
                uri: "host=\(folder),\(host) port=5432,\(port) user=\(user) dbname=postgres target_session_attrs=read-write", size: 1,
                waiterTimeout: .seconds(600), connectTimeout: .seconds(20), applicationName: "test"),
            logger: .quiet)
        _ = try await pool.backend()
        await pool.close()
    }

    /// The server exists but is stalled, and doesn't even accept a cancel request.
    @Test func aFrozenServerHoldsNoCloseUp() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "frozen-\(UUID().uuidString.prefix(8))").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try await LocalPostgres.start(in: folder, durable: false)
        let pool = Pool(
            PoolConfiguration(
                uri: server.uri(database: "postgres"), size: 16, waiterTimeout: .seconds(600), statementTimeout: .seconds(600),
                applicationName: "test"
            ),
            logger: .quiet)
        let data: String = try await pool.value("SELECT current_setting('data_directory') AS value")
        let process = try #require(pid_t(try String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8).prefix { $0 != "\n" }))
        async let error = postgresError { try await pool.run("SELECT pg_sleep(600)") }
        try await eventually("it runs") {
            try await pool.value("SELECT count(*) AS value FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == 1
        }
        kill(process, SIGSTOP)
        await pool.close(grace: .milliseconds(50))
        #expect(await error.isClosed)
        kill(process, SIGCONT)
        try await eventually("the cancel request gets through") { pool.statistics.open == 0 }
        await server.stop()
    }

    private func load(_ pool: Pool, _ check: @escaping @Sendable (PostgresError?) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        _ = try await pool.backend()
                        check(nil)
                    } catch let error as PostgresError {
                        check(error)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func terminate(_ statement: String) async throws {
        let ended: Int = try await observe(
            "SELECT count(pg_terminate_backend(pid)) AS value FROM pg_stat_activity WHERE state = 'active' AND query = \(statement)")
        #expect(ended == 1)
    }
}
