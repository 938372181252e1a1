import Foundation
import Testing

@testable import Postgres

@Suite struct PipelineTests {
    @Test func eachStatementHasItsRows() async throws {
        try await withPool { pool in
            let rows = try await pool.roundTrip(opening: ["SELECT 'not mine'"]) { transaction in
                try await transaction.pipeline((0..<100).map { "SELECT \($0)::int8 AS n FROM generate_series(1, \($0))" })
            }
            #expect(rows.map(\.count) == Array(0..<100))
            #expect(try rows.dropFirst().map { try $0[0].get("n", as: Int.self) } == Array(1..<100))
        }
    }

    @Test func openingStatementsAndTheBodysAreOneTransaction() async throws {
        try await withPool { pool in
            let value: String = try await pool.roundTrip(opening: ["SELECT set_config('app.tenant', \("x"), true)"]) { transaction in
                try #require(try await transaction.query("SELECT current_setting('app.tenant') AS value").first)["value"]
            }
            #expect(value == "x")
            #expect(try await pool.value("SELECT current_setting('app.tenant', true) AS value") == "")
        }
    }

    /// Statements before an error are rolled back, those after it don't run, and the connection is usable.
    @Test func anErrorInTheMiddleUndoesAll() async throws {
        try await withDatabase { database in
            try await withPool({ $0.size = 1 }, database: database) { pool in
                try await pool.run("CREATE TABLE t (n int PRIMARY KEY)")
                let backend = try await pool.backend()
                let error = await postgresError {
                    _ = try await pool.roundTrip { transaction in
                        try await transaction.pipeline([
                            "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)", "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (3)",
                            "SELECT nonsense",
                        ])
                    }
                }
                #expect(error?.sqlState == .uniqueViolation)
                #expect(try await pool.value("SELECT count(*) AS value FROM t") == 0)
                #expect(try await pool.backend() == backend)
                // The statements after the error were skipped and never prepared, so they are prepared now.
                try await pool.run("INSERT INTO t VALUES (3)")
            }
        }
    }

    @Test func aRoundTripSendsOnce() async throws {
        try await withPool { pool in
            let escaped = try await pool.roundTrip { transaction in
                try await transaction.query("SELECT 1")
                #expect(await postgresError { try await transaction.query("SELECT 1") }.isMisuse)
                return transaction
            }
            #expect(await postgresError { try await escaped.query("SELECT 1") }.isMisuse)
            let unused = try await pool.roundTrip { $0 }
            #expect(await postgresError { try await unused.query("SELECT 1") }.isMisuse)
            #expect(try await pool.roundTrip { try await $0.pipeline([]) }.isEmpty)
        }
    }

    @Test func aResultOfFiftyMegabytesHoldsNobodyUp() async throws {
        try await withPool({ $0.size = 2 }) { pool in
            // On a busy machine the result may arrive before any other work ran. Then the test tries again.
            try await eventually("others are served while the large result is under way") {
                async let large = pool.roundTrip { transaction in
                    try await transaction.query("SELECT n, repeat(md5(n::text), 32) AS text FROM generate_series(1, 50000) AS n")
                }
                var others = 0
                repeat {
                    _ = try await pool.backend()
                    if pool.statistics.busy > 0 { others += 1 }
                } while pool.statistics.busy > 0
                let rows = try await large
                #expect(rows.count == 50_000)
                #expect(try rows.reduce(0) { $0 + (try $1.get("text", as: String.self)).utf8.count } == 51_200_000)
                return others > 0
            }
        }
    }

    @Test func oneValueOfFiftyMegabytesGoesThereAndBack() async throws {
        try await withPool { pool in
            let text = String(repeating: "0123456789", count: 5_000_000)
            let back: String = try await pool.value("SELECT \(text)::text AS value")
            #expect(back == text)
        }
    }

    /// The data exceeds the buffers of both sockets.
    @Test func aPipelineOfLargeStatementsDoesNotLockUp() async throws {
        try await withPool { pool in
            let text = String(repeating: "x", count: 100_000)
            let rows = try await pool.roundTrip { transaction in
                try await transaction.pipeline((0..<200).map { "SELECT \(text)::text || \($0)::text AS value" })
            }
            #expect(try rows.map { try $0[0].get("value", as: String.self).utf8.count - 100_000 } == (0..<200).map { "\($0)".utf8.count })
        }
    }

    @Test(arguments: ["COPY pg_class TO STDOUT", "COPY pg_class FROM STDIN", "BEGIN"])
    func statementsThatUpsetTheProtocolAreRefused(text: String) async throws {
        try await withPool { pool in
            let error = await postgresError { try await pool.run(SQL(unsafeRaw: text)) }
            #expect(error.isMisuse)
            _ = try await pool.backend()
        }
    }

    @Test func twoStatementsInOneAreRefused() async throws {
        try await withPool { pool in
            let error = await postgresError { try await pool.run("SELECT 1; SELECT 2") }
            #expect(error?.sqlState == .syntaxError)
        }
    }

    @Test func whatRefusesTransactionsWorksAlone() async throws {
        try await withDatabase { database in
            try await withPool(database: database) { pool in
                try await pool.run("CREATE TABLE t (n int)")
                try await pool.run("VACUUM t")
                try await pool.run("CREATE INDEX CONCURRENTLY ON t (n)")
            }
        }
    }
}
