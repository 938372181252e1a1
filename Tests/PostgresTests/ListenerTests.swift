import Foundation
import Logging
import Testing

@testable import Postgres

@Suite struct ListenerTests {
    @Test func notificationsArrive() async throws {
        let (name, channel) = (newName(), "Jobs \"\(UUID())\"")
        try await withPool { pool in
            var events = try await listener(name, [channel, "other"]).events().makeAsyncIterator()
            #expect(await events.next() == .reconnected)
            for number in 0..<100 { try await pool.run("SELECT pg_notify(\(channel), \("\(number) ü"))") }
            for number in 0..<100 { #expect(await events.next() == .notification(channel: channel, payload: "\(number) ü")) }
        }
    }

    @Test func aLostConnectionComesBack() async throws {
        let (name, channel) = (newName(), "\(UUID())")
        try await withPool { pool in
            var events = try await listener(name, [channel]).events().makeAsyncIterator()
            for _ in 0..<3 {
                #expect(await events.next() == .reconnected)
                try await pool.run("SELECT pg_notify(\(channel), 'here')")
                #expect(await events.next() == .notification(channel: channel, payload: "here"))
                let ended: Int = try await observe(
                    "SELECT count(pg_terminate_backend(pid)) AS value FROM pg_stat_activity WHERE application_name = \(name)")
                #expect(ended == 1)
            }
            #expect(await events.next() == .reconnected)
        }
    }

    @Test func itEndsWithItsReader() async throws {
        let name = newName()
        let listener = try await listener(name, ["channel"])
        let task = Task {
            for await event in listener.events() { #expect(event == .reconnected) }
        }
        try await eventually("it listens") { try await sessions(of: name) == 1 }
        task.cancel()
        await task.value
        try await eventually("its session is over") { try await sessions(of: name) == 0 }
    }

    @Test func itKeepsTryingWhereNobodyIs() async throws {
        let listener = Listener(uri: "postgresql://127.0.0.1:1/none", channels: ["channel"], logger: .quiet)
        let task = Task {
            for await event in listener.events() { Issue.record("\(event)") }
        }
        task.cancel()
        await task.value
    }

    @Test func itTriesLessAndLessOften() {
        for (failures, longest) in [(1, 250), (2, 500), (3, 1000), (4, 2000), (5, 2000), (.max, 2000)] {
            let pauses = (0..<100).map { _ in Listener.pause(afterFailures: failures) }
            #expect(pauses.allSatisfy { $0 >= .milliseconds(longest / 2) && $0 <= .milliseconds(longest) })
            #expect(Set(pauses).count > 1, "not all at the same moment")
        }
    }

    private func newName() -> String { "listener-\(UUID().uuidString.prefix(8))" }

    private func listener(_ name: String, _ channels: [String]) async throws -> Listener {
        Listener(uri: try await TestPostgres.uri(), channels: channels, applicationName: name, logger: .quiet)
    }
}
