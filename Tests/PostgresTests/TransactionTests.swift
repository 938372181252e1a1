import Foundation
import Testing

@testable import Postgres

private struct Refused: Error {}

@Suite struct TransactionTests {
    @Test func whatIsCommittedStaysAndWhatIsNotDoesNot() async throws {
        try await withTable { pool in
            try await pool.transaction { transaction in
                try await transaction.query("INSERT INTO t VALUES (1)")
                try await transaction.query("INSERT INTO t VALUES (2)")
            }
            await #expect(throws: Refused.self) {
                try await pool.transaction { transaction in
                    try await transaction.query("INSERT INTO t VALUES (3)")
                    throw Refused()
                }
            }
            #expect(try await pool.value("SELECT array_agg(n ORDER BY n) AS value FROM t") == [1, 2])
        }
    }

    @Test func anErrorRollsBackAndLeavesTheConnectionUsable() async throws {
        try await withTable { pool in
            let backend = try await pool.backend()
            for opening: [SQL] in [[], ["SELECT 1"], ["SELECT nonsense"]] {
                let error = await postgresError {
                    try await pool.transaction(opening: opening) { transaction in
                        try await transaction.query("INSERT INTO t VALUES (1)")
                        try await transaction.query("INSERT INTO t VALUES (1)")
                    }
                }
                #expect(error?.sqlState == (opening.first?.text == "SELECT nonsense" ? "42703" : .uniqueViolation))
            }
            #expect(try await pool.value("SELECT count(*) AS value FROM t") == 0)
            #expect(try await pool.backend() == backend)
            #expect(pool.statistics == PoolStatistics(open: 1, idle: 1, busy: 0, waiting: 0))
        }
    }

    /// A body that continues after a failed statement must not believe that its work was committed.
    @Test func aSwallowedErrorIsThrownAtTheEnd() async throws {
        try await withTable { pool async throws in
            let error = await postgresError {
                try await pool.transaction { transaction in
                    try await transaction.query("INSERT INTO t VALUES (1)")
                    _ = try? await transaction.query("INSERT INTO t VALUES (1)")
                }
            }
            #expect(error?.sqlState == .uniqueViolation)
            #expect(try await pool.value("SELECT count(*) AS value FROM t") == 0)
        }
    }

    @Test func savepointsHealATransaction() async throws {
        try await withTable { pool in
            try await pool.transaction { transaction in
                try await transaction.query("INSERT INTO t VALUES (1)")
                try await transaction.query("SAVEPOINT here")
                #expect(await postgresError { try await transaction.query("INSERT INTO t VALUES (1)") }?.sqlState == .uniqueViolation)
                #expect(await postgresError { try await transaction.query("SELECT 1") }?.sqlState == .inFailedTransaction)
                try await transaction.query("ROLLBACK TO here")
                try await transaction.query("INSERT INTO t VALUES (2)")
            }
            #expect(try await pool.value("SELECT array_agg(n ORDER BY n) AS value FROM t") == [1, 2])
        }
    }

    @Test func aCommitThatFailsIsAnError() async throws {
        try await withTable { pool in
            try await pool.run("CREATE TABLE child (n int REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
            let error = await postgresError { try await pool.transaction { try await $0.query("INSERT INTO child VALUES (9)") } }
            #expect(error?.sqlState == .foreignKeyViolation)
            let implicit = await postgresError { try await pool.run("INSERT INTO child VALUES (9)") }
            #expect(implicit?.sqlState == .foreignKeyViolation)
            #expect(try await pool.value("SELECT count(*) AS value FROM child") == 0)
        }
    }

    @Test func endingTheTransactionByHandIsRefused() async throws {
        try await withTable { pool in
            for sql: SQL in ["COMMIT", "ROLLBACK"] {
                #expect(
                    await postgresError {
                        try await pool.transaction { transaction in
                            try await transaction.query("SELECT 1")
                            try await transaction.query(sql)
                        }
                    }.isMisuse)
            }
            _ = try await pool.backend()
        }
    }

    @Test func statementsAtOnceAreRefused() async throws {
        try await withTable { pool in
            let errors = try? await pool.transaction { transaction in
                try await transaction.query("SELECT 1")
                return await withTaskGroup(of: PostgresError?.self) { group in
                    for _ in 0..<2 {
                        group.addTask {
                            do {
                                try await transaction.query("SELECT pg_sleep(0.1)")
                                return nil
                            } catch {
                                return error as? PostgresError
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
            }
            #expect(errors?.count { $0.isMisuse } == 1)
        }
    }

    @Test func aTransactionIsOverWithItsBody() async throws {
        try await withTable { pool in
            let escaped = try await pool.transaction { transaction in
                try await transaction.query("SELECT 1")
                return transaction
            }
            #expect(await postgresError { try await escaped.query("SELECT 1") }.isMisuse)
        }
    }

    /// If a body leaves a task with a running statement behind, the transaction fails and its connection isn't reused.
    @Test func aTaskLeftBehindSpoilsNobodysConnection() async throws {
        try await withTable { pool async throws in
            let error = await postgresError {
                try await pool.transaction { transaction in
                    try await transaction.query("INSERT INTO t VALUES (1)")
                    Task { try await transaction.query("SELECT pg_sleep(600), 'left behind'") }
                    try await eventually("the statement runs") { try await running("SELECT pg_sleep(600), 'left behind'") == 1 }
                }
            }
            #expect(error.isMisuse)
            #expect(try await pool.value("SELECT count(*) AS value FROM t") == 0)
            try await eventually("the statement is cancelled") { try await running("SELECT pg_sleep(600), 'left behind'") == 0 }
        }
    }

    @Test func aBodyThatSendsNothingCostsNothing() async throws {
        try await withPool { pool async throws in
            #expect(try await pool.transaction { _ in 7 } == 7)
            await #expect(throws: Refused.self) { try await pool.transaction { _ in throw Refused() } }
            #expect(pool.statistics.open == 0)
        }
    }

    @Test func openingStatementsComeOnceAndFirst() async throws {
        try await withTable { pool in
            let value: String = try await pool.transaction(opening: ["SELECT set_config('app.tenant', \("x"), true)"]) { transaction in
                try await transaction.query("INSERT INTO t VALUES (1)")
                return try #require(try await transaction.query("SELECT current_setting('app.tenant') AS value").first)["value"]
            }
            #expect(value == "x")
            #expect(try await pool.value("SELECT current_setting('app.tenant', true) AS value") == "")
        }
    }

    @Test func aTransactionLeftIdleIsEndedByTheServer() async throws {
        try await withPool({
            $0.size = 1
            $0.idleInTransactionTimeout = .milliseconds(50)
        }) { pool in
            let error = await postgresError {
                try await pool.transaction { transaction in
                    try await transaction.query("SELECT 1")
                    try await eventually("the connection is gone") { pool.statistics.open == 0 }
                    try await transaction.query("SELECT 1")
                }
            }
            #expect(error.isLost && error?.isUnavailable == true)
            _ = try await pool.backend()
        }
    }

    private func withTable(_ body: (Pool) async throws -> Void) async throws {
        try await withDatabase { database in
            try await withPool({ $0.size = 1 }, database: database) { pool in
                try await pool.run("CREATE TABLE t (n int PRIMARY KEY)")
                try await body(pool)
            }
        }
    }
}
