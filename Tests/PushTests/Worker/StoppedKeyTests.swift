import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Push

@Suite("rules 21: stopping a key that Apple refuses or that has a wrong setting")
struct StoppedKeyTests {
    /// Shows rule 21.9.
    @Test(
        "A key stops as misconfigured if Apple refuses a fifth of its users' devices, and 20, in an hour; no device is deleted",
        arguments: [(20, 99, true), (20, 100, false), (19, 19, false)])
    func wrongSetting(refused: Int, of devices: Int, stops: Bool) async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(devices)
            try await evening.change("UPDATE devices SET refusals = 1, refused_at = clock_timestamp() - interval '1 hour'")
            evening.apple.answer { [all = Mutex(refused)] _, _ in
                let isRefused = all.withLock { count in
                    count -= 1
                    return count >= 0
                }
                return .answered(isRefused ? APNsAnswer(status: 400, reason: "BadDeviceToken") : APNsAnswer(status: 200))
            }
            try await evening.drain()
            #expect(try await evening.server.database.count("devices") == (stops ? devices : devices - refused))
            let keys = try await evening.server.operators.listPushKeys(evening.server.tenant)
            #expect(keys.map { $0.stoppedAt != nil } == [stops])
            evening.apple.forget()
            try await evening.crowd(1, from: devices)
            #expect(try await evening.drain().sent == (stops ? 0 : 1))
            try await evening.setKey()
            #expect(try await evening.drain().sent == (stops ? 1 : 0), "a key set anew goes on")
        }
    }

    /// Shows rule 21.9.
    @Test("One user's invented tokens stop no key, because users are counted, not tokens")
    func inventedTokens() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            for number in 1...19 { try await evening.device(bea, "invented \(number)") }
            evening.apple.answer { request, _ in
                let isReal = request.deviceToken == PushFixture.device("ada")
                return .answered(isReal ? APNsAnswer(status: 200) : APNsAnswer(status: 400, reason: "BadDeviceToken"))
            }
            for _ in 0..<2 {
                try await evening.server.watched(ada, room)
                try await evening.drain()
                _ = try await evening.server.as(ada).unmarkWatched(roomID: room.id)
                evening.server.clock.advance(by: 11 * 60)
            }
            #expect(try await evening.count("push_credentials WHERE stopped_at IS NOT NULL") == 0)
            #expect(try await evening.count("devices") == 1, "what was invented is forgotten")
            try await evening.server.watched(bea, room)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 21.9.
    @Test("An operator's retry restarts a misconfigured key, and no device is deleted for the earlier refusals")
    func wrongSettingRetried() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(30)
            try await evening.change("UPDATE devices SET refusals = 1, refused_at = clock_timestamp() - interval '1 hour'")
            evening.apple.answer(400, "BadDeviceToken")
            try await evening.drain()
            #expect(try await evening.count("push_credentials WHERE stopped_at IS NOT NULL") == 1)
            // Refusals that are long past must not count.
            try await evening.change("UPDATE devices SET refused_at = clock_timestamp() - interval '1 hour'")
            #expect(try await evening.server.operators.retryPushes(evening.server.tenant) == 30)
            evening.apple.answer { request, _ in
                .answered(APNsAnswer(status: request.deviceToken.first == "0" ? 200 : 503))
            }
            try await evening.drain()
            #expect(try await evening.count("devices") == 30)
            #expect(try await evening.count("devices WHERE refusals > 0") == 0)
        }
    }

    /// Shows rule 21.10.
    @Test("A refused key stops for the run, and its waiting pushes aren't sent one by one")
    func stoppedForTheRun() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(2000)
            evening.apple.answer(403, "InvalidProviderToken")
            #expect(try await evening.drain().retried == 2000)
            #expect(evening.apple.pushes.count < 1000)
            evening.apple.answer(200)
            evening.server.clock.advance(by: 66)
            #expect(try await evening.drain().sent == 2000)
        }
    }

    /// Shows rule 21.10.
    @Test("An operator's retry restarts a key that was stopped for the run, also in a running worker")
    func resumed() async throws {
        try await PushFixture.with { evening in
            let (ada, _, room) = try await evening.room()
            let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
            let worker = evening.worker()
            async let watched: Void = worker.runUntilStopped(wakes: wakes)
            evening.apple.answer(403, "InvalidProviderToken")
            try await evening.server.watched(ada, room)
            wake.yield()
            try await eventually("the key is stopped") { await worker.report.counts.retried == 1 }
            evening.apple.answer(200)
            evening.server.clock.advance(by: 66)
            wake.yield()
            try await eventually("it waits, untried") { await worker.report.counts.retried == 2 }
            #expect(evening.apple.pushes.count == 1)
            #expect(
                try await evening.server.operators.retryPushes(evening.server.tenant) == 0, "it is not dead, and needn't wait any longer")
            wake.yield()
            try await eventually("it goes on") { await worker.report.counts.sent == 1 }
            await worker.stop()
            await watched
        }
    }

    /// Shows rules 21.10 and 21.15.
    @Test("An operator's retry revives dead pushes; without a key they wait for one")
    func retryAndNoKey() async throws {
        try await PushFixture.with { evening in
            let (ada, _, room) = try await evening.room()
            let (server, tenant) = (evening.server, evening.server.tenant)
            try await server.watched(ada, room)
            evening.apple.answer(413, "PayloadTooLarge")
            try await evening.drain()
            let dead = try await server.operators.showPushStatus()
            #expect(dead.map(\.dead) == [["PayloadTooLarge": 1]])
            try await server.operators.removePushKey(tenant, topic: PushFixture.topic, environment: .sandbox)
            #expect(try await server.operators.retryPushes(tenant) == 1)
            evening.apple.forget()
            evening.apple.answer(200)
            #expect(try await evening.drain().retried == 1)
            #expect(evening.apple.pushes.isEmpty)
            let waiting = try await server.operators.showPushStatus()
            #expect(waiting.map(\.retrying) == [1] && waiting.map(\.dead) == [[:]])
            try await evening.setKey()
            #expect(try await evening.drain().sent == 1)
            #expect(try await server.operators.showPushStatus().map(\.lastSuccessAt) == [server.clock.now])
        }
    }
}
