import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Push

@Suite("rules.md 21: what follows from Apple's answers")
struct OutcomeTests {
    /// An answer, what becomes of the notification, and whether the device stays.
    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        let reason: String?
        let state: String
        var keepsDevice = true

        var testDescription: String { "\(status) \(reason ?? "")" }
    }

    static let table = [
        Case(status: 200, reason: nil, state: "sent"),
        Case(status: 410, reason: "Unregistered", state: "no_device", keepsDevice: false),
        Case(status: 410, reason: "ExpiredToken", state: "no_device", keepsDevice: false),
        Case(status: 400, reason: "BadDeviceToken", state: "dead BadDeviceToken"),
        Case(status: 400, reason: "DeviceTokenNotForTopic", state: "dead DeviceTokenNotForTopic"),
        Case(status: 400, reason: "BadTopic", state: "dead BadTopic"),
        Case(status: 404, reason: "BadPath", state: "dead BadPath"),
        Case(status: 405, reason: "MethodNotAllowed", state: "dead MethodNotAllowed"),
        Case(status: 413, reason: "PayloadTooLarge", state: "dead PayloadTooLarge"),
        Case(status: 403, reason: "InvalidProviderToken", state: "sending InvalidProviderToken"),
        Case(status: 403, reason: "ExpiredProviderToken", state: "sending ExpiredProviderToken"),
        Case(status: 429, reason: "TooManyRequests", state: "sending TooManyRequests"),
        Case(status: 429, reason: "TooManyProviderTokenUpdates", state: "sending TooManyProviderTokenUpdates"),
        Case(status: 500, reason: "InternalServerError", state: "sending InternalServerError"),
        Case(status: 503, reason: "Shutdown", state: "sending Shutdown"),
        Case(status: 503, reason: nil, state: "sending status 503"),
    ]

    @Test("Every answer leads to its state", arguments: table)
    func answers(expected: Case) async throws {
        try await PushEvening.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.apple.answer(expected.status, expected.reason, timestamp: Date().addingTimeInterval(3600))
            try await evening.drain()
            #expect(evening.apple.pushes.count == 1)
            #expect(try await evening.states().last == "room.watched ada>bea \(expected.state)")
            #expect(
                try await evening.count("devices WHERE user_id = (SELECT id FROM users WHERE username = 'bea')")
                    == (expected.keepsDevice ? 1 : 0))
            #expect(try await evening.count("notifications WHERE lease_id IS NOT NULL") == 0)
        }
    }

    @Test("What had no answer, or was never sent, is tried again", arguments: [APNsResult.unanswered("cut"), .notSent("refused")])
    func noAnswer(result: APNsResult) async throws {
        try await PushEvening.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.apple.answer { _, _ in result }
            #expect(try await evening.drain().retried == 1)
            evening.apple.answer(200)
            evening.server.clock.advance(by: 66)
            #expect(try await evening.drain().sent == 1)
            #expect(Set(evening.apple.pushes.map(\.request.id)).count == 1, "it is the same push, and so shows once")
            #expect(Set(evening.apple.pushes.map(\.request.collapseID)).count == 1)
        }
    }

    @Test("Again after 1, 5, 15, 30, 60 minutes, a tenth more or less, until 24 hours are over; then dead with its reason")
    func backoff() async throws {
        try await PushEvening.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            let began = evening.server.clock.now
            evening.apple.answer(503, "ServiceUnavailable")
            for minutes in [1, 5, 15, 30, 60, 60] {
                try await evening.drain()
                let due = try await evening.nextDue().timeIntervalSince(evening.server.clock.now)
                #expect((0.9...1.1).contains(due / Double(minutes * 60)), "\(due) s after \(minutes) minutes' wait")
                evening.server.clock.advance(by: due.rounded(.up) - 1)
                #expect(try await evening.drain().retried == 0)
                evening.server.clock.advance(by: 1)
            }
            while try await evening.count("notifications WHERE state = 'sending'") > 0 {
                evening.server.clock.advance(by: 3960)
                try await evening.drain()
                try #require(evening.server.clock.now.timeIntervalSince(began) < 30 * 3600)
            }
            #expect(try await evening.states().last == "room.watched ada>bea dead ServiceUnavailable")
        }
    }

    @Test("Retry-After is obeyed")
    func retryAfter() async throws {
        try await PushEvening.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.apple.answer(429, "TooManyRequests", retryAfter: 7)
            try await evening.drain()
            #expect(try await evening.nextDue() == evening.server.clock.now + 7)
        }
    }

    @Test("A device that was registered again after Apple found the app gone is kept, and the push tried again")
    func registeredAgain() async throws {
        try await PushEvening.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.apple.answer(410, "Unregistered", timestamp: Date().addingTimeInterval(-3600))
            #expect(try await evening.drain().sent == 0)
            evening.apple.answer(200)
            evening.server.clock.advance(by: 60)
            #expect(try await evening.drain().sent == 1)
        }
    }

    @Test("A device that Apple calls bad is forgotten when that happens twice, and not if a push went through in between")
    func refusedTwice() async throws {
        try await PushEvening.with { evening in
            let (ada, bea, room) = try await evening.room()
            let refuse = {
                _ = try await evening.server.call(.delete, "/v1/rooms/\(room.id)/watched", token: ada.token)
                evening.server.clock.advance(by: 601)
                try await evening.server.watched(ada, room)
                try await evening.drain()
            }
            for (status, left) in [(400, 1), (200, 1), (400, 1), (400, 0)] {
                evening.apple.answer(status, status == 400 ? "BadDeviceToken" : nil)
                try await refuse()
                #expect(try await evening.count("devices WHERE user_id = \(bea.id)") == left)
            }
        }
    }

    @Test(
        "Where devices of more than a fifth of a key's people, and of 20 at least, were refused in an hour, the setting is wrong: nothing more goes, nobody is forgotten",
        arguments: [(20, 99, true), (20, 100, false), (19, 19, false)])
    func wrongSetting(refused: Int, of devices: Int, stops: Bool) async throws {
        try await PushEvening.with { evening in
            try await evening.crowd(devices)
            try await evening.change("UPDATE devices SET refusals = 1, refused_at = clock_timestamp() - interval '2 hours'")
            evening.apple.answer { [all = Mutex(refused)] _, _ in
                let isRefused = all.withLock { count in
                    count -= 1
                    return count >= 0
                }
                return .answered(isRefused ? APNsAnswer(status: 400, reason: "BadDeviceToken") : APNsAnswer(status: 200))
            }
            try await evening.drain()
            #expect(try await evening.server.database.count("devices") == (stops ? devices : devices - refused))
            let keys = try await ListPushKeys(evening.server.operators)(evening.server.tenant)
            #expect(keys.map { $0.stoppedAt != nil } == [stops])
            evening.apple.forget()
            try await evening.crowd(1, from: devices)
            #expect(try await evening.drain().sent == (stops ? 0 : 1))
            try await evening.setKey()
            #expect(try await evening.drain().sent == (stops ? 1 : 0), "a key set anew goes on")
        }
    }

    @Test("One member's invented tokens stop nobody's pushes: people are counted, not tokens")
    func inventedTokens() async throws {
        try await PushEvening.with { evening in
            let (ada, bea, room) = try await evening.room()
            for number in 1...19 { try await evening.device(bea, "invented \(number)") }
            evening.apple.answer { request, _ in
                let isReal = request.deviceToken == PushEvening.device("ada")
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

    @Test("A key that had a wrong setting goes on at an operator's retry, and no device is forgotten for what was refused before")
    func wrongSettingRetried() async throws {
        try await PushEvening.with { evening in
            try await evening.crowd(30)
            try await evening.change("UPDATE devices SET refusals = 1, refused_at = clock_timestamp() - interval '2 hours'")
            evening.apple.answer(400, "BadDeviceToken")
            try await evening.drain()
            #expect(try await evening.count("push_credentials WHERE stopped_at IS NOT NULL") == 1)
            // What is found when all of that is long ago.
            try await evening.change("UPDATE devices SET refused_at = clock_timestamp() - interval '2 hours'")
            #expect(try await RetryPushes(evening.server.operators)(evening.server.tenant) == 30)
            evening.apple.answer { request, _ in
                .answered(APNsAnswer(status: request.deviceToken.first == "0" ? 200 : 503))
            }
            try await evening.drain()
            #expect(try await evening.count("devices") == 30)
            #expect(try await evening.count("devices WHERE refusals > 0") == 0)
        }
    }

    @Test("A refused key is stopped for the run: what waits for it is not sent to Apple one by one")
    func stoppedForTheRun() async throws {
        try await PushEvening.with { evening in
            try await evening.crowd(2000)
            evening.apple.answer(403, "InvalidProviderToken")
            #expect(try await evening.drain().retried == 2000)
            #expect(evening.apple.pushes.count < 1000)
            evening.apple.answer(200)
            evening.server.clock.advance(by: 66)
            #expect(try await evening.drain().sent == 2000)
        }
    }

    @Test("A key stopped for the run goes on at an operator's retry, also in a worker that stays")
    func resumed() async throws {
        try await PushEvening.with { evening in
            let (ada, _, room) = try await evening.room()
            let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
            let worker = evening.worker()
            async let watched: Void = worker.watch(wakes: wakes)
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
                try await RetryPushes(evening.server.operators)(evening.server.tenant) == 0, "it is not dead, and needn't wait any longer")
            wake.yield()
            try await eventually("it goes on") { await worker.report.counts.sent == 1 }
            await worker.stop()
            await watched
        }
    }

    @Test("What has ended goes 30 days after it expired, but for the last success")
    func kept() async throws {
        try await PushEvening.with { evening in
            _ = try await evening.room()
            let day: TimeInterval = 24 * 3600
            evening.server.clock.advance(by: 31 * day)
            try await evening.drain()
            #expect(try await evening.states().count > 1)
            evening.server.clock.advance(by: 1)
            try await evening.drain()
            #expect(try await evening.count("notifications WHERE state = 'sent'") == 1)
            #expect(try await evening.states().count == 1)
        }
    }

    @Test("Dead ones come back by an operator's retry; without a key they wait for one")
    func retryAndNoKey() async throws {
        try await PushEvening.with { evening in
            let (ada, _, room) = try await evening.room()
            let (server, tenant) = (evening.server, evening.server.tenant)
            try await server.watched(ada, room)
            evening.apple.answer(413, "PayloadTooLarge")
            try await evening.drain()
            let dead = try await ShowPushStatus(server.operators)()
            #expect(dead.map(\.dead) == [["PayloadTooLarge": 1]])
            try await RemovePushKey(server.operators)(tenant, topic: PushEvening.topic, environment: .sandbox)
            #expect(try await RetryPushes(server.operators)(tenant) == 1)
            evening.apple.forget()
            evening.apple.answer(200)
            #expect(try await evening.drain().retried == 1)
            #expect(evening.apple.pushes.isEmpty)
            let waiting = try await ShowPushStatus(server.operators)()
            #expect(waiting.map(\.retrying) == [1] && waiting.map(\.dead) == [[:]])
            try await evening.setKey()
            #expect(try await evening.drain().sent == 1)
            #expect(try await ShowPushStatus(server.operators)().map(\.lastSuccessAt) == [server.clock.now])
        }
    }
}

extension PushEvening {
    func nextDue() async throws -> Date {
        let rows = try await server.database.owner.roundTrip {
            try await $0.query("SELECT min(due_at) AS due FROM notifications WHERE state = 'sending'")
        }
        return try rows[0]["due"]
    }

    /// So many people with one device and one notification that is due now.
    /// - Parameter from: the number of the first of them.
    func crowd(_ count: Int, from first: Int = 0, in tenant: Tenant? = nil) async throws {
        try await Crowd.add(count, from: first, to: (tenant ?? server.tenant).id, at: server.clock.now, server.database.owner)
    }
}

/// People who were never seen.
enum Crowd {
    static func add(_ count: Int, from first: Int = 0, to tenant: UUID, at now: Date, _ owner: Pool) async throws {
        _ = try await owner.roundTrip(opening: ["SELECT enter(\(tenant), \(now))"]) {
            try await $0.query(
                """
                WITH numbers AS (SELECT i, gen_random_uuid() AS id, gen_random_uuid() AS session FROM generate_series(\(first)::int, \(first + count - 1)::int) AS i),
                people AS (
                    INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
                    SELECT \(tenant), id, 'p' || i || '@example.org', 'p' || i || '@example.org', 'p' || i, 'p' || i, '-', 'member', '#000000'
                    FROM numbers),
                sessions AS (
                    INSERT INTO sessions (tenant_id, id, user_id, token_digest, source, expires_at)
                    SELECT \(tenant), session, id, sha256(id::text::bytea), 'login', app_now() + interval '1 year' FROM numbers),
                devices AS (
                    INSERT INTO devices (tenant_id, token, user_id, session_id, environment, topic, confirmed_at)
                    SELECT \(tenant), encode(sha256(('p' || i)::bytea), 'hex'), id, session, 'sandbox', \(PushEvening.topic), clock_timestamp() FROM numbers)
                INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, due_at, expires_at)
                SELECT \(tenant), gen_random_uuid(), 'invite.accepted', id, id, app_now(), app_now() + interval '24 hours' FROM numbers
                """)
        }
    }
}
