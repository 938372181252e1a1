import Foundation
import Testing

@testable import Postgres

@Suite struct PoolTests {
    @Test func nothingIsOpenedBeforeItIsNeeded() async throws {
        try await withPool { pool in
            #expect(pool.statistics.open == 0)
            for _ in 0..<10 { _ = try await pool.backend() }
            #expect(pool.statistics == PoolStatistics(open: 1, idle: 1, busy: 0, waiting: 0))
            try await pool.transaction { _ in }
            try await pool.roundTrip { _ in }
        }
    }

    @Test func theConnectionUsedLastIsUsedNext() async throws {
        try await withPool { pool in
            let backends = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await pool.value("SELECT pg_backend_pid() AS value FROM pg_sleep(0.05)") } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(backends.count > 1)
            let last = try await pool.backend()
            for _ in 0..<10 { #expect(try await pool.backend() == last) }
        }
    }

    @Test func whatTakesLongLeavesItsPlaceToOthers() async throws {
        try await withPool({
            ($0.size, $0.concurrency, $0.busyGrace) = (3, 1, .milliseconds(1))
        }) { pool in
            try await withGate { gate in
                let slow = Task { try await pool.roundTrip { try await $0.query(gate.statement) } }
                let other = Task { try await pool.roundTrip { try await $0.query(gate.statement) } }
                try await eventually("both wait for the gate") { pool.statistics.busy == 2 }
                _ = try await pool.backend()
                gate.open()
                _ = try await (slow.value, other.value)
            }
        }
    }

    @Test func oldConnectionsAreReplaced() async throws {
        try await withPool({ $0.lifetime = .zero }) { pool in
            var backends: Set<Int> = []
            for _ in 0..<5 { backends.insert(try await pool.backend()) }
            #expect(backends.count == 5)
        }
    }

    @Test func sessionsAreSetUp() async throws {
        try await withPool({
            $0.statementTimeout = .seconds(7)
            $0.idleInTransactionTimeout = .milliseconds(7500)
            $0.uri += "?options=-c%20work_mem%3D8MB%20-c%20TimeZone%3DAsia/Tokyo%20-c%20statement_timeout%3D9000"
        }) { pool in
            let names = [
                "statement_timeout", "idle_in_transaction_session_timeout", "TimeZone", "client_encoding", "work_mem", "DateStyle",
                "application_name",
            ]
            let rows = try await pool.roundTrip { transaction in
                try await transaction.query(
                    "SELECT current_setting(n) AS value FROM unnest(\(names)::text[]) WITH ORDINALITY AS t (n, i) ORDER BY i")
            }
            let values: [String] = try rows.map { try $0["value"] }
            #expect(values.dropLast() == ["9s", "7500ms", "UTC", "UTF8", "8MB", "ISO, MDY"])
            #expect(values.last?.hasPrefix("test-") == true)
        }
    }

    @Test func statementsThatTakeTooLongAreCancelledByTheServer() async throws {
        try await withPool({ $0.statementTimeout = .milliseconds(50) }) { pool in
            let error = await postgresError { try await pool.run("SELECT pg_sleep(600)") }
            #expect(error?.sqlState == .queryCanceled)
            _ = try await pool.backend()
        }
    }

    @Test func aClosedPoolRefuses() async throws {
        try await withPool { pool in
            _ = try await pool.backend()
            await pool.close()
            #expect(await postgresError { _ = try await pool.backend() }.isClosed)
            #expect(await postgresError { try await pool.transaction { try await $0.query("SELECT 1") } }.isClosed)
            await pool.close()
        }
    }

    @Test func closingWaitsForWhatIsUnderWay() async throws {
        try await withPool { pool in
            let (started, starter) = AsyncStream.makeStream(of: Void.self)
            async let result: Int = pool.transaction { transaction in
                try await transaction.query("SELECT 1")
                starter.yield()
                return try #require(try await transaction.query("SELECT 7 AS n FROM pg_sleep(0.1)").first)["n"]
            }
            for await _ in started { break }
            await pool.close(grace: .seconds(60))
            let number = try await result
            #expect(number == 7)
        }
    }

    @Test func aCancelledTaskClosesItsPoolAsWell() async throws {
        try await withPool { pool in
            let task = Task {
                try await pool.transaction { transaction in
                    try await transaction.query("SELECT 1")
                    withUnsafeCurrentTask { $0?.cancel() }
                    async let closed: Void = pool.close(grace: .milliseconds(50))
                    await closed
                    #expect(pool.statistics.open == 0)
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func aForgottenPoolClosesItsConnections() async throws {
        let name = "forgotten-\(UUID().uuidString.prefix(8))"
        var pool: Pool? = Pool(
            PoolConfiguration(
                uri: try await TestPostgres.uri(), size: 2, waiterTimeout: .seconds(600), connectTimeout: .seconds(600),
                applicationName: name), logger: .quiet)
        _ = try await pool?.backend()
        #expect(try await sessions(of: name) == 1)
        pool = nil
        try await eventually("the session ends") { try await sessions(of: name) == 0 }
    }
}
