import Foundation
import Testing

@testable import Postgres

/// Tests two pipelined queries on one connection, which must not affect each other.
///
/// When a connection becomes free, the pool sends it a query, and the next one of the queue right behind it. So the
/// tests queue both behind a transaction that holds the only connection.
@Suite struct SharingTests {
    @Test func whatShareAConnectionGetEachTheirOwnRows() async throws {
        try await withPool({ $0.size = 2 }) { pool in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        let rows = try await pool.roundTrip { transaction in
                            try await transaction.pipeline((0...number % 3).map { "SELECT \(number)::int8 AS value, \($0)::int8 AS place" })
                        }
                        #expect(try rows.map { try $0[0].get("value", as: Int.self) } == Array(repeating: number, count: number % 3 + 1))
                        #expect(try rows.map { try $0[0].get("place", as: Int.self) } == Array(0...number % 3))
                    }
                }
                try await group.waitForAll()
            }
            #expect(pool.statistics == PoolStatistics(open: 2, idle: 2, busy: 0, waiting: 0))
        }
    }

    /// A pooler may switch the server connection between the statements that follow.
    /// Shows rule 23.2.
    @Test func behindAPoolerNobodyFollows() async throws {
        for isBehindPooler in [false, true] {
            try await withPool({
                sharing(&$0)
                $0.isBehindPooler = isBehindPooler
            }) { pool in
                let pair = try await Pair(pool, sleeping(), "SELECT 2::int8 AS value")
                try await eventually("the first runs") { try await running(pair.text) == 1 }
                #expect(pool.statistics.waiting == (isBehindPooler ? 1 : 0))
                pair.first.cancel()
                #expect(try await pair.second.value == 2)
            }
        }
    }

    /// When the query in progress is cancelled, the query behind it gets its rows and is executed once, whichever of
    /// the two the cancel request hits.
    @Test func cancellingTheFirstLeavesTheSecondAlone() async throws {
        try await withDatabase { database in
            try await withPool(sharing, database: database) { pool in
                try await pool.run("CREATE TABLE t (n int)")
                for number in 0..<20 {
                    let pair = try await Pair(pool, sleeping(), "INSERT INTO t VALUES (\(number)) RETURNING n::int8 AS value")
                    try await eventually("the first runs") { try await running(pair.text) == 1 }
                    #expect(pool.statistics.waiting == 0, "the second was sent")
                    pair.first.cancel()
                    await #expect(throws: CancellationError.self) { try await pair.first.value }
                    #expect(try await pair.second.value == number)
                    #expect(try await running(pair.text) == 0)
                }
                #expect(try await pool.value("SELECT count(*) AS value FROM t") == 20)
            }
        }
    }

    /// The cancel request may arrive when the server is already executing the next query.
    @Test func cancellingAtRandomMomentsHitsNoNeighbour() async throws {
        try await withDatabase { database in
            try await withPool(sharing, database: database) { pool in
                try await pool.run("CREATE TABLE t (n int PRIMARY KEY)")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<600 {
                        let task = Task {
                            try await pool.run("INSERT INTO t SELECT \(number)::int4 FROM pg_sleep(0.0005)")
                        }
                        guard number.isMultiple(of: 3) else {
                            group.addTask { try await task.value }
                            continue
                        }
                        group.addTask {
                            for _ in 0..<Int.random(in: 0..<5000) { await Task.yield() }
                            task.cancel()
                            _ = await task.result
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await pool.value("SELECT count(*) AS value FROM t WHERE n % 3 <> 0") == 400)
            }
        }
    }

    /// When the query behind is cancelled, it ends at once, and the query in progress continues.
    @Test func cancellingTheSecondLeavesTheFirstAlone() async throws {
        try await withPool(sharing) { pool in
            try await withGate { gate in
                let pair = try await Pair(pool, gate.statement, "SELECT 2::int8 AS value")
                try await eventually("the first runs") { try await running(pair.text) == 1 }
                pair.second.cancel()
                await #expect(throws: CancellationError.self) { try await pair.second.value }
                gate.open()
                #expect(try await pair.first.value == 1)
                _ = try await pool.backend()
            }
        }
    }

    @Test func anErrorOfOneIsNoneOfTheOther() async throws {
        try await withDatabase { database in
            try await withPool(sharing, database: database) { pool in
                try await pool.run("CREATE TABLE t (n int)")
                let backend = try await pool.backend()
                let (good, bad): (SQL, SQL) = ("INSERT INTO t VALUES (1) RETURNING n::int8 AS value", "SELECT 1::int8 / 0 AS value")
                let one = try await Pair(pool, bad, good)
                #expect(await postgresError { try await one.first.value }?.sqlState == "22012")
                #expect(try await one.second.value == 1)
                let other = try await Pair(pool, good, bad)
                #expect(try await other.first.value == 1)
                #expect(await postgresError { try await other.second.value }?.sqlState == "22012")
                #expect(try await pool.value("SELECT count(*) AS value FROM t") == 2)
                #expect(try await pool.backend() == backend)
            }
        }
    }

    /// The time limit of a statement begins with the statement, not with the one before it.
    @Test func aTimeLimitHitsItsOwnStatement() async throws {
        try await withPool({
            sharing(&$0)
            $0.statementTimeout = .seconds(2)
        }) { pool in
            let pair = try await Pair(pool, sleeping(), "SELECT 2::int8 AS value FROM pg_sleep(0.5)")
            #expect(await postgresError { try await pair.first.value }?.sqlState == .queryCanceled)
            #expect(try await pair.second.value == 2)
        }
    }

    /// The client can't know whether the second query was executed, so both get the error.
    @Test func aLostConnectionIsTheErrorOfBoth() async throws {
        try await withPool(sharing) { pool in
            let pair = try await Pair(pool, sleeping(), "SELECT 2::int8 AS value")
            try await eventually("it runs") { try await running(pair.text) == 1 }
            let ended: Int = try await observe(
                "SELECT count(pg_terminate_backend(pid)) AS value FROM pg_stat_activity WHERE state = 'active' AND query = \(pair.text)")
            #expect(ended == 1)
            #expect(await postgresError { try await pair.first.value }?.sqlState == .adminShutdown)
            #expect(await postgresError { try await pair.second.value }.isLost)
            _ = try await pool.backend()
            #expect(pool.statistics.open == 1)
        }
    }

    /// A query that is sent behind a slow one waits no longer than in the queue.
    @Test func whoWaitsBehindGivesUpInTime() async throws {
        try await withPool({
            sharing(&$0)
            $0.waiterTimeout = .seconds(20)
        }) { pool in
            try await withGate { gate in
                let pair = try await Pair(pool, gate.statement, "SELECT 2::int8 AS value")
                #expect(await postgresError { try await pair.second.value }?.isUnavailable == true)
                gate.open()
                #expect(try await pair.first.value == 1)
            }
        }
    }

    /// If the previous query was slow, the next one in the queue waits for a free connection.
    @Test func nobodyIsSentBehindAnotherAfterWhatTookLong() async throws {
        try await withPool({
            $0.size = 1
            $0.briefLimit = .zero
        }) { pool in
            let pair = try await Pair(pool, sleeping(), "SELECT 2::int8 AS value")
            try await eventually("the first runs") { try await running(pair.text) == 1 }
            #expect(pool.statistics.waiting == 1)
            pair.first.cancel()
            await #expect(throws: CancellationError.self) { try await pair.first.value }
            #expect(try await pair.second.value == 2)
        }
    }

    /// If a round trip opens a transaction although it must not, no other caller's statements run in it.
    @Test func aBeginInARoundTripIsRefusedToBoth() async throws {
        try await withDatabase { database in
            try await withPool(sharing, database: database) { pool in
                try await pool.run("CREATE TABLE t (n int)")
                let pair = try await Pair(pool, "BEGIN", "INSERT INTO t VALUES (1) RETURNING n::int8 AS value")
                #expect(await postgresError { try await pair.first.value }.isMisuse)
                #expect(await postgresError { try await pair.second.value }.isMisuse)
                #expect(try await pool.value("SELECT count(*) AS value FROM t") == 0)
            }
        }
    }

    @Test func closingEndsBoth() async throws {
        try await withPool(sharing) { pool in
            let pair = try await Pair(pool, sleeping(), "SELECT 2::int8 AS value")
            try await eventually("it runs") { try await running(pair.text) == 1 }
            await pool.close(grace: .milliseconds(50))
            #expect(await postgresError { try await pair.first.value }.isClosed)
            #expect(await postgresError { try await pair.second.value }.isClosed)
            try await eventually("it was cancelled") { try await running(pair.text) == 0 }
        }
    }
}

/// Two round trips of one value each that share a pool's only connection.
private struct Pair {
    let first, second: Task<Int, any Error>
    /// The first statement's text in pg_stat_activity.
    let text: String

    /// Queues both behind a transaction, and then ends the transaction. They aren't prepared statements, because the
    /// pool sends nothing behind a query that prepares one.
    init(_ pool: Pool, _ first: SQL, _ second: SQL) async throws {
        text = first.text
        (self.first, self.second) = try await pool.transaction { transaction in
            try await transaction.query("SELECT 1")
            let one = Self.start(first, pool)
            try await eventually("the first waits") { pool.statistics.waiting == 1 }
            let two = Self.start(second, pool)
            try await eventually("the second waits") { pool.statistics.waiting == 2 }
            return (one, two)
        }
    }

    private static func start(_ sql: SQL, _ pool: Pool) -> Task<Int, any Error> {
        Task {
            let rows = try await pool.roundTrip { try await $0.pipeline([sql], isPrepared: false) }
            return try rows[0].first?["value"] ?? 0
        }
    }
}

/// Configures a single connection, which two queries share however slow the machine is.
private func sharing(_ configuration: inout PoolConfiguration) {
    configuration.size = 1
    configuration.briefLimit = .seconds(600)
}

/// Returns a unique statement that outlasts any test.
private func sleeping() -> SQL {
    SQL(unsafeRaw: "SELECT 1::int8 AS value FROM pg_sleep(600), (SELECT '\(UUID())') AS name")
}
