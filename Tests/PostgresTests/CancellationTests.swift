import Foundation
import Testing

@testable import Postgres

@Suite struct CancellationTests {
    /// When a caller cancels a statement, it stops on the server at once, the connection is replaced, and the next
    /// caller isn't affected.
    @Test func aCancelledTaskCancelsItsQuery() async throws {
        let statement = "SELECT pg_sleep(600), '\(UUID())'"
        try await withPool({ $0.size = 1 }) { pool in
            let backend = try await pool.backend()
            let task = Task { try await pool.run(SQL(unsafeRaw: statement)) }
            try await eventually("it runs") { try await running(statement) == 1 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await pool.backend() != backend)
            try await eventually("it was cancelled") { try await running(statement) == 0 }
            for number in 0..<100 { #expect(try await pool.value("SELECT \(number)::int8 AS value") == number) }
        }
    }

    @Test func aCancelledTransactionIsRolledBack() async throws {
        let statement = "SELECT pg_sleep(600), '\(UUID())'"
        try await withDatabase { database in
            try await withPool(database: database) { pool in
                try await pool.run("CREATE TABLE t (n int)")
                let task = Task {
                    try await pool.transaction { transaction in
                        try await transaction.query("INSERT INTO t VALUES (1)")
                        try await transaction.query(SQL(unsafeRaw: statement))
                    }
                }
                try await eventually("it runs") { try await running(statement) == 1 }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(try await pool.value("SELECT count(*) AS value FROM t") == 0)
            }
        }
    }

    /// A transaction that is cancelled between statements commits nothing, even if its body doesn't notice the
    /// cancellation. It keeps its connection.
    @Test func aTransactionCancelledBetweenItsStatementsIsRolledBack() async throws {
        try await withDatabase { database in
            try await withPool({ $0.size = 1 }, database: database) { pool in
                try await pool.run("CREATE TABLE t (n int)")
                let backend = try await pool.backend()
                let task = Task {
                    try await pool.transaction { transaction in
                        try await transaction.query("INSERT INTO t VALUES (1)")
                        withUnsafeCurrentTask { $0?.cancel() }
                    }
                }
                await #expect(throws: CancellationError.self) { try await task.value }
                let other = Task {
                    try await pool.transaction { transaction in
                        try await transaction.query("INSERT INTO t VALUES (1)")
                        withUnsafeCurrentTask { $0?.cancel() }
                        _ = try? await transaction.query("INSERT INTO t VALUES (2)")
                    }
                }
                await #expect(throws: CancellationError.self) { try await other.value }
                #expect(try await pool.value("SELECT count(*) AS value FROM t") == 0)
                #expect(try await pool.backend() == backend)
            }
        }
    }

    @Test func aCancelledWaiterLeavesTheLine() async throws {
        try await withPool({ $0.size = 1 }) { pool in
            try await pool.transaction { transaction in
                try await transaction.query("SELECT 1")
                let waiters = (0..<10).map { _ in Task { try await pool.backend() } }
                try await eventually("all wait") { pool.statistics.waiting == 10 }
                waiters.forEach { $0.cancel() }
                for waiter in waiters { await #expect(throws: CancellationError.self) { try await waiter.value } }
                #expect(pool.statistics.waiting == 0)
            }
            _ = try await pool.backend()
        }
    }

    @Test func aTaskCancelledBeforeSendsNothing() async throws {
        try await withPool { pool in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await pool.run("SELECT 1")
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(pool.statistics.open == 0)
        }
    }

    /// A cancellation at any moment never mixes up results and never leaks a connection.
    @Test func cancellingAtRandomMomentsMixesNothingUp() async throws {
        // All tasks wait for four connections, which the pool reopens after each cancellation. On a busy machine that
        // takes long.
        try await withPool({ $0.waiterTimeout = .seconds(600) }) { pool in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let task = Task {
                            number.isMultiple(of: 2)
                                ? try await pool.value("SELECT \(number)::int8 AS value")
                                : try await pool.transaction { transaction in
                                    try await transaction.query("SELECT 1")
                                    return try #require(try await transaction.query("SELECT \(number)::int8 AS value").first)["value"]
                                        as Int
                                }
                        }
                        if !number.isMultiple(of: 3) {
                            for _ in 0..<Int.random(in: 0..<50) { await Task.yield() }
                            task.cancel()
                        }
                        switch await task.result {
                        case .success(let value): #expect(value == number)
                        case .failure(let error): #expect(error is CancellationError && !number.isMultiple(of: 3), "\(error)")
                        }
                    }
                }
            }
            try await eventually("all connections are free") { pool.statistics.busy == 0 && pool.statistics.waiting == 0 }
            for number in 0..<20 { #expect(try await pool.value("SELECT \(number)::int8 AS value") == number) }
        }
    }
}
