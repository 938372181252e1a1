import CoreMetrics
import Logging
import Synchronization
import Testing

@testable import Postgres

@Suite("rules 22: measurements of a pool's round trips")
struct MeasureTests {
    /// Shows rule 22.6.
    @Test("A slow round trip is logged by its statements, on one line, without the bound values")
    func slow() async throws {
        let lines = Lines()
        let pool = Pool(
            PoolConfiguration(
                uri: try await TestPostgres.uri(), size: 16, waiterTimeout: .seconds(600), connectTimeout: .seconds(300),
                statementTimeout: .zero,
                idleInTransactionTimeout: .zero, slow: .milliseconds(200), applicationName: "test-slow"),
            logger: lines.logger)
        let secret = "a secret value"
        try await pool.roundTrip(opening: ["SELECT 'opening'"]) {
            _ = try await $0.pipeline(["SELECT pg_sleep(0.25),\n    \(secret) AS x", "SELECT 2"])
        }
        await pool.close()
        let line = try #require(lines.all.first { $0.contains("pg_sleep") })
        #expect(line.hasPrefix("warning A round trip to PostgreSQL took "))
        #expect(line.contains("SELECT pg_sleep(0.25), $1 AS x; SELECT 2") && !line.contains("\n"))
        #expect(!line.contains(secret) && !line.contains("opening"))
        let took = try #require(line.firstMatch(of: /took (\d+) ms/).flatMap { Int($0.1) })
        #expect(took >= 250)
    }

    /// Shows rule 22.7.
    @Test("Round trips and waits for a connection are measured, and failed waits counted")
    func measured() async throws {
        let counts = Counts()
        let pool = Pool(
            PoolConfiguration(
                uri: try await TestPostgres.uri(), size: 1, waiterTimeout: .seconds(600), maximumWaiters: 1, connectTimeout: .seconds(300),
                statementTimeout: .zero, idleInTransactionTimeout: .zero, applicationName: "test-measured"),
            measures: counts.measures, logger: .quiet)
        let waiting = try await pool.transaction { transaction in
            try await transaction.query("SELECT 1")
            let before = counts.roundTrips.times.withLock { $0.count }
            let waiting = Task { try await pool.roundTrip { try await $0.query("SELECT 2").count } }
            try await eventually("one waits") { pool.statistics.waiting == 1 }
            await #expect(throws: PostgresError.self) { try await pool.roundTrip { _ = try await $0.query("SELECT 3") } }
            try await transaction.query("SELECT pg_sleep(0.05)")
            #expect(counts.roundTrips.times.withLock { $0.count } == before + 1)
            #expect(try #require(counts.roundTrips.times.withLock { $0.last }) >= 50_000_000)
            return waiting
        }
        #expect(try await waiting.value == 1)
        #expect(counts.refusals.count.load(ordering: .relaxed) == 1)
        #expect(try #require(counts.waits.times.withLock { $0.last }) >= 50_000_000)
        await pool.close()
    }
}

/// The measurements that a pool reported.
private struct Counts: Sendable {
    let roundTrips = Times()
    let waits = Times()
    let refusals = Refusals()

    var measures: PoolMetrics {
        let factory = NOOPMetricsHandler.instance
        return PoolMetrics(
            roundTrips: Timer(label: "a", dimensions: [], handler: roundTrips, factory: factory),
            waits: Timer(label: "b", dimensions: [], handler: waits, factory: factory),
            refusals: Counter(label: "c", dimensions: [], handler: refusals, factory: factory))
    }
}

private final class Times: TimerHandler, Sendable {
    let times = Mutex<[Int64]>([])

    func recordNanoseconds(_ duration: Int64) { times.withLock { $0.append(duration) } }
}

private final class Refusals: CounterHandler, Sendable {
    let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.add(amount, ordering: .relaxed) }
    func reset() {}
}
