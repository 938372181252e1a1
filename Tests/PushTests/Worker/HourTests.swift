import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 9: quiet hours and the hourly cap")
struct HourTests {
    /// The evening begins at 20:00 UTC on 1 March 2026.
    /// Shows rule 9.7.
    @Test(
        "Notifications wait for the end of quiet hours, by the clock of the recipient's time zone",
        arguments: [
            ("UTC", "19:00", "20:30", 30 * 60.0), ("UTC", "20:00", "07:30", 11.5 * 3600), ("Asia/Tokyo", "22:00", "05:30", 30 * 60.0),
            ("America/New_York", "15:00", "15:01", 60), ("UTC", "20:01", "19:59", nil), ("UTC", "08:00", "20:00", nil),
            ("Asia/Tokyo", "19:00", "23:00", nil),
        ] as [(String, String, String, TimeInterval?)])
    func quietHours(zone: String, from: String, to: String, wait: TimeInterval?) async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            try await evening.setQuietHours(bea, zone, from, to)
            try await evening.server.watched(ada, room)
            guard let wait else {
                #expect(try await evening.drain().sent == 1)
                return
            }
            #expect(try await evening.drain().sent == 0)
            evening.server.clock.advance(by: wait - 1)
            #expect(try await evening.drain().sent == 0)
            evening.server.clock.advance(by: 1)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 9.7.
    @Test("While PostgreSQL doesn't know the time zone of quiet hours, notifications wait, and expire in the end")
    func unknownZone() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            for person in [ada, bea] { try await evening.setQuietHours(person, "UTC", "19:00", "21:00") }
            try await evening.change("UPDATE notification_preferences SET time_zone = 'Mars/Olympus_Mons'")
            try await evening.change("UPDATE notification_preferences SET quiet_from = NULL, quiet_to = NULL WHERE user_id = \(ada.id)")
            try await evening.server.watched(ada, room)
            try await evening.server.watched(bea, room)
            let log = LogRecorder()
            try await evening.worker(logger: log.logger).drain()
            #expect(evening.apple.pushes.map(\.request.deviceToken) == [PushFixture.device("ada")], "without quiet hours there is no doubt")
            #expect(log.texts.contains { $0.hasPrefix("Notifications wait, since PostgreSQL doesn't know their recipients' time zones") })
            // An hour later PostgreSQL knows the zone under either name.
            evening.server.clock.advance(by: 3600)
            try await evening.server.linkTimeZone("Mars/Olympus_Mons", to: "UTC")
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 9.7.
    @Test("A notification that waits for an unknown time zone is retried each hour, and expires a day after it was due")
    func unknownZoneExpires() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            try await evening.setQuietHours(bea, "UTC", "08:00", "09:00")
            try await evening.change("UPDATE notification_preferences SET time_zone = 'Mars/Olympus_Mons'")
            try await evening.server.watched(ada, room)
            for _ in 0..<23 {
                #expect(try await evening.drain().sent == 0)
                evening.server.clock.advance(by: 3600)
            }
            #expect(try await evening.states().last == "room.watched ada>bea pending")
            evening.server.clock.advance(by: 3600)
            #expect(try await evening.drain().sent == 0)
            #expect(try await evening.states().last == "room.watched ada>bea dead expired")
        }
    }

    /// Shows rule 9.7.
    @Test("A time zone works under each of its IANA names, whichever of them PostgreSQL has", arguments: ["Test/Alias", "Test/Canonical"])
    func links(name: String) async throws {
        try await PushFixture.with { evening in
            // Simulates a machine that lacks the alias of one zone and the canonical name of the other.
            try await evening.server.linkTimeZone(
                name == "Test/Alias" ? name : "Asia/Tokyo", to: name == "Test/Alias" ? "Asia/Tokyo" : name)
            let (ada, bea, room) = try await evening.room()
            try await evening.setQuietHours(bea, name, "22:00", "05:30")
            let preferences = try await evening.server.as(bea).showNotificationPreferences()
            #expect(preferences.timeZone == name, "it is answered as it was set")
            try await evening.server.watched(ada, room)
            #expect(try await evening.drain().sent == 0, "it is 05:00 in Tokyo")
            evening.server.clock.advance(by: 30 * 60)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 9.7.
    @Test("Quiet hours end at the wall-clock time when the clocks change during the night")
    func daylightSaving() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            try await evening.setQuietHours(bea, "Europe/Berlin", "22:00", "07:00")
            // 28 March 2026, 23:00 in Berlin. At 02:00 it becomes 03:00, so 07:00 is seven hours away.
            evening.server.clock.advance(by: 27 * 86_400 + 2 * 3600)
            try await evening.server.watched(ada, room)
            #expect(try await evening.drain().sent == 0)
            evening.server.clock.advance(by: 7 * 3600 - 1)
            #expect(try await evening.drain().sent == 0)
            evening.server.clock.advance(by: 1)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 9.8.
    @Test("Beyond 20 pushes in an hour the rest is coalesced into one summary with their number, sent after that hour")
    func cap() async throws {
        try await PushFixture.with { evening in
            let (ada, bea) = try await evening.server.friends("ada", "bea")
            try await evening.settle()
            try await evening.device(bea)
            for episode in 1...23 {
                if episode == 19 { try await evening.drain() }
                _ = try await evening.server.room(ada, with: [bea], episode: episode)
                evening.server.clock.advance(by: 1)
            }
            let counts = try await evening.drain()
            #expect(counts.sent == 2 && counts.coalesced == 3)
            #expect(evening.apple.pushes.count == 20)
            evening.server.clock.advance(by: 60)
            _ = try await evening.server.room(ada, with: [bea], episode: 24)
            #expect(try await evening.drain().coalesced == 1)
            evening.apple.forget()
            // The hour began with the first push, which was 66 seconds ago.
            evening.server.clock.advance(by: 3600 - 66)
            #expect(try await evening.drain().sent == 0)
            evening.server.clock.advance(by: 1)
            try await evening.drain()
            #expect(evening.apple.texts == ["While you were away: 4 more things happened"])
            evening.apple.forget()
            _ = try await evening.server.room(ada, with: [bea], episode: 25)
            #expect(try await evening.drain().sent == 1, "another hour")
        }
    }

    /// Shows rule 9.8.
    @Test("Two overlapping workers don't exceed the cap")
    func capUnderOverlap() async throws {
        try await PushFixture.with { evening in
            let (ada, bea) = try await evening.server.friends("ada", "bea")
            try await evening.settle()
            try await evening.device(bea)
            for episode in 1...40 { _ = try await evening.server.room(ada, with: [bea], episode: episode) }
            try await concurrently(0..<4) { _ in while try await PushQueue(evening.database).claim(limit: 3, perTenant: 3).taken > 0 {} }
            #expect(try await evening.count("push_deliveries") == 20)
            #expect(try await evening.count("notifications WHERE state = 'coalesced'") == 20)
            #expect(try await evening.count("notifications WHERE kind = 'summary' AND count = 20") == 1)
        }
    }
}

extension PushFixture {
    func setQuietHours(_ person: Person, _ zone: String, _ from: String, _ to: String) async throws {
        let body: Body = [
            "muted": [], "mutedRooms": [], "timeZone": .string(zone), "quietHours": ["from": .string(from), "to": .string(to)],
        ]
        _ = try await server.call(.put, "/v1/me/notifications", token: person.token, json: body).expecting(
            200, NotificationPreferences.self)
    }
}
