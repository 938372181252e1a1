import Domain
import Foundation
import NIOCore
import NIOHTTP1
import Postgres
import TestSupport
import Testing

@testable import Push

/// Kills real workers that send messages to webhooks. KILL_WORKERS sets their number.
@Suite("rules 25: no message to a webhook is lost", .generousTimeLimit)
struct WebhookKillTests {
    /// Shows rules 25.15 and 25.18.
    @Test("Overlapping workers killed at random lose no message, and repeat at most those in flight, with the same id")
    func workers() async throws {
        let kills = setting("KILL_WORKERS") ?? 6
        try await run { world, receiver, standIn in
            let bots = try await world.robots(40, at: receiver)
            receiver.answer(.init(delay: .milliseconds(20)))
            var (repeated, inFlight) = (0, 0)
            for _ in 0..<(kills + 1) / 2 {
                let before = receiver.requests.count
                try await world.makeDue()
                inFlight += try await killTwo(world, receiver, standIn, after: before + Int.random(in: 0...bots))
                while try await world.dueCount() > 0 {
                    try await world.expireLeases()
                    try #require(try await WorkerProcess(world, standIn).end() == 0)
                }
                let messages = receiver.requests.dropFirst(before)
                let paths = Set(messages.map(\.head.uri))
                #expect(paths.count == bots, "each bot gets the message of this round")
                #expect(
                    Set(messages.compactMap { $0.head.headers["webhook-id"].first }).count == bots, "a repeated message has the same id")
                repeated += messages.count - paths.count
            }
            print("\(bots) webhooks, \(kills) kills of workers: repeated \(repeated), in flight at the kills \(inFlight)")
            #expect(repeated <= inFlight)
        }
    }

    private func run(_ body: @escaping @Sendable (WebhookFixture, WebhookReceiver, StandIn) async throws -> Void) async throws {
        try await WebhookFixture.with { world in
            try await StandIn.run { standIn in
                try await WebhookReceiver.run(standIn.folder) { try await body(world, $0, standIn) }
            }
        }
    }

    /// Runs two workers, and kills each when a number of messages has arrived.
    /// - Returns: the number of messages that were in flight at the kills.
    private func killTwo(
        _ world: WebhookFixture, _ receiver: WebhookReceiver, _ standIn: StandIn, after goal: Int
    ) async throws -> Int {
        let workers = [try WorkerProcess(world, standIn), try WorkerProcess(world, standIn)]
        var inFlight = 0
        for worker in workers {
            // The other worker may have sent all messages.
            try await eventually("some arrive, or none") { !worker.isRunning || receiver.requests.count >= goal }
            worker.kill()
            inFlight += try await world.count("lease_id IS NOT NULL")
        }
        return inFlight
    }
}

extension WorkerProcess {
    fileprivate convenience init(_ world: WebhookFixture, _ standIn: StandIn) throws {
        try self.init(world.server.database.workerURI, Services.masterKeyOfTests, standIn)
    }
}

extension WebhookFixture {
    /// Creates bots whose webhooks are paths of a receiver.
    fileprivate func robots(_ count: Int, at receiver: WebhookReceiver) async throws -> Int {
        for number in 0..<count { _ = try await robot("robot\(number)", url: "https://127.0.0.1:\(receiver.port)/\(number)") }
        return count
    }

    /// Makes a message of each webhook due. The workers use the machine's clock.
    fileprivate func makeDue() async throws {
        try await server.rows(
            """
            UPDATE webhooks SET due_at = clock_timestamp(), checked_at = clock_timestamp(), announced = pg_current_snapshot()
            """)
    }

    fileprivate func expireLeases() async throws {
        try await server.rows("UPDATE webhooks SET leased_until = clock_timestamp() - interval '1 second' WHERE lease_id IS NOT NULL")
    }

    /// Returns the number of webhooks with a message that is due, or that a dead worker was sending.
    fileprivate func dueCount() async throws -> Int { try await count("num_nonnulls(due_at, message_id, lease_id) > 0") }

    fileprivate func count(_ condition: SQL) async throws -> Int {
        try await server.rows("SELECT count(*) AS count FROM webhooks WHERE \(fragment: condition)")[0]["count"]
    }
}
