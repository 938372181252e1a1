import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("rules 22: outages of the database in the log", .serialized)
struct OutageTests {
    /// Shows rule 22.13.
    @Test("An outage is a line when it begins, a line a minute, and a line when it ends")
    func lines() {
        let (recorder, clock) = (LogRecorder(), ManualInstant())
        let log = OutageLog(logger: recorder.logger) { clock.now }
        log.succeeded()
        for _ in 0..<125 {
            log.failed("no connection")
            clock.advance(by: .seconds(1))
        }
        log.succeeded()
        log.succeeded()
        #expect(
            recorder.texts == [
                "The database is away: no connection", "The database is still away, for 60 s now: no connection",
                "The database is still away, for 120 s now: no connection", "The database answers again, after 125 s.",
            ])
    }

    /// Shows rule 22.13.
    @Test("A database that comes and goes within a minute has a line a minute")
    func flapping() {
        let (recorder, clock) = (LogRecorder(), ManualInstant())
        let log = OutageLog(logger: recorder.logger) { clock.now }
        for _ in 0..<120 {
            log.failed("no connection")
            log.succeeded()
            clock.advance(by: .seconds(1))
        }
        #expect(recorder.warnings.count == 2 && recorder.texts.count == 4, "\(recorder.texts)")
    }

    /// Shows rule 22.13.
    @Test(
        "Worker and server log an outage of PostgreSQL in a line at each end",
        arguments: [["davenport-push", "--watch"], ["davenport", "serve"]])
    func programs(command: [String]) async throws {
        try await PushFixture.with { evening in
            let database = evening.server.database
            let port = try await FreePort.any()
            let programs = try await RunningPrograms.start(
                [command],
                [
                    "DATABASE_URL": database.appURI, "PUSH_DATABASE_URL": database.workerURI, "MASTER_KEY": evening.masterText,
                    "METRICS_PORT": "0", "PUSH_METRICS_PORT": "\(port)", "PORT": "\(port)",
                ])
            defer { programs.end() }
            // Both look at the database while they answer: the worker for its metrics, the server for its readiness.
            let url = "http://127.0.0.1:\(port)/\(command[0] == "davenport" ? "health/ready" : "metrics")"
            let logs = { (words: String) in
                _ = try? await HTTPClient.shared.get(url: url).get()
                return try programs.log().contains(words)
            }
            try await eventually("the program runs") { (try? await HTTPClient.shared.get(url: url).get())?.status == .ok }
            try await database.block()
            try await eventually("the outage is logged") { try await logs("The database is away: ") }
            try await database.unblock()
            try await eventually("its end is logged") { try await logs("The database answers again, after ") }
            let lines = try programs.log().split(separator: "\n")
            let about = lines.filter { line in ["The database", "Problem(", "PostgreSQL"].contains { line.contains($0) } }
            #expect(about.count == 2, "\(about)")
        }
    }
}

/// A clock that stands still until a test moves it.
private final class ManualInstant: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}
