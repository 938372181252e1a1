import Foundation
import Testing

@testable import Postgres

@Suite struct StatementCacheTests {
    @Test func theOneUnusedForLongestMakesRoom() {
        var cache = StatementCache(capacity: 2)
        let (a, b) = (cache.add("a"), cache.add("b"))
        #expect(cache.name(of: "a") == a && cache.evicted.isEmpty)
        let c = cache.add("c")
        #expect(cache.name(of: "b") == nil && cache.name(of: "a") == a && cache.name(of: "c") == c)
        #expect(cache.takeEvicted() == [b] && cache.evicted.isEmpty)
        cache.forget("a")
        cache.evict("c")
        #expect(cache.name(of: "a") == nil && cache.name(of: "c") == nil && cache.takeEvicted() == [c])
        #expect(Set([a, b, c, cache.add("a")]).count == 4)
    }

    @Test func statementsArePreparedOnceAndBounded() async throws {
        try await withPool({
            $0.size = 1
            $0.statementCache = 5
        }) { pool async throws in
            let count: SQL = "SELECT count(*) AS value FROM pg_prepared_statements"
            for _ in 0..<3 { #expect(try await pool.value(count) == 1) }
            for number in 0..<50 { try await pool.run("SELECT \(unsafeRaw: "\(number)")") }
            // These are the cached statements and the one that was dropped last.
            #expect(try await pool.value(count) <= 6)
            // One pipeline has more different statements than the cache can hold.
            let rows = try await pool.roundTrip { try await $0.pipeline((0..<50).map { "SELECT \(unsafeRaw: "\($0)") AS n" }) }
            #expect(try rows.map { try $0[0].get("n", as: Int.self) } == Array(0..<50))
            #expect(try await pool.value(count) <= 6)
        }
    }

    /// The statement that makes room in the cache must not come before SET TRANSACTION, which must be first. If the
    /// transaction fails, the next one makes the room.
    @Test func makingRoomComesLast() async throws {
        try await withPool({
            $0.size = 1
            $0.statementCache = 2
        }) { pool async throws in
            for number in 0..<10 {
                try await pool.run("SELECT \(unsafeRaw: "\(number)")")
                let isolation: String = try await pool.roundTrip(opening: ["SET transaction_isolation = 'repeatable read'"]) {
                    try #require(try await $0.query("SELECT current_setting('transaction_isolation') AS value").first)["value"]
                }
                #expect(isolation == "repeatable read")
                #expect(await postgresError { try await pool.run("SELECT 1 / \(unsafeRaw: "0") + \(unsafeRaw: "\(number)")") } != nil)
            }
            #expect(try await pool.value("SELECT count(*) AS value FROM pg_prepared_statements") <= 4)
        }
    }

    @Test func withoutACacheNothingIsPrepared() async throws {
        try await withPool({ $0.statementCache = 0 }) { pool async throws in
            for number in 0..<5 { #expect(try await pool.value("SELECT \(number)::int8 AS value") == number) }
            #expect(try await pool.value("SELECT count(*) AS value FROM pg_prepared_statements") == 0)
        }
    }

    /// Behind a pooler the next transaction may use another connection, so the role itself must have the settings.
    /// Shows rule 23.2.
    @Test func behindAPoolerNothingIsPreparedAndNothingIsSet() async throws {
        let settings: SQL = "SELECT current_setting('statement_timeout') || ' ' || current_setting('client_encoding') AS value"
        for isBehindPooler in [false, true] {
            try await withPool({
                $0.isBehindPooler = isBehindPooler
                $0.statementTimeout = .seconds(77)
            }) { pool async throws in
                for _ in 0..<2 { #expect(try await pool.value(settings) == (isBehindPooler ? "0 UTF8" : "77s UTF8")) }
                let prepared: Int = try await pool.value("SELECT count(*) AS value FROM pg_prepared_statements")
                #expect(isBehindPooler == (prepared == 0))
            }
        }
    }

    @Test func changedTablesAreNoticed() async throws {
        try await withDatabase { database in
            try await withPool({ $0.size = 1 }, database: database) { pool async throws in
                try await pool.run("CREATE TABLE t (a int)")
                try await pool.run("INSERT INTO t VALUES (1)")
                let all: SQL = "SELECT * FROM t"
                for column in ["b", "c", "d"] {
                    try await pool.run(all)
                    try await pool.run("ALTER TABLE t ADD COLUMN \(unsafeRaw: column) int DEFAULT 7")
                    let names: [Int] =
                        try await column == "c"
                        ? pool.transaction { try await $0.query(all).map { try $0[named: column] } }
                        : pool.roundTrip { try await $0.query(all).map { try $0[named: column] } }
                    #expect(names == [7])
                }
                #expect(try await pool.value("SELECT count(*) AS value FROM pg_prepared_statements WHERE statement = \(all.text)") == 1)
            }
        }
    }

    /// Inside a transaction the stale plan has failed the transaction, so the caller must see the error. Afterwards the
    /// connection works.
    @Test func aTableChangedInMidTransactionIsAnErrorOnce() async throws {
        try await withDatabase { database in
            try await withPool({ $0.size = 1 }, database: database) { pool async throws in
                try await pool.run("CREATE TABLE t (a int)")
                let all: SQL = "SELECT * FROM t"
                try await pool.run(all)
                let error = await postgresError {
                    try await pool.transaction { transaction in
                        try await transaction.query("ALTER TABLE t ADD COLUMN b int")
                        try await transaction.query(all)
                    }
                }
                #expect(error?.sqlState == .featureNotSupported)
                try await pool.run(all)
            }
        }
    }

    @Test func statementsDroppedBehindOurBackAreMadeAnew() async throws {
        try await withPool({ $0.size = 1 }) { pool async throws in
            for sql: SQL in ["DEALLOCATE ALL", "DISCARD ALL"] {
                let backend = try await pool.backend()
                try await pool.run(sql)
                #expect(try await pool.backend() == backend)
                try await pool.run("SELECT 1")
            }
        }
    }

    /// An error about a feature that the server lacks isn't a stale plan, so the pool doesn't retry the statement.
    @Test func whatIsNotSupportedIsThrown() async throws {
        try await withPool { pool async throws in
            let error = await postgresError { try await pool.run("CREATE TABLE other.pg_temp.t (a int)") }
            #expect(error?.sqlState == .featureNotSupported)
        }
    }
}
