import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 21: outcomes of Apple's answers")
struct OutcomeTests {
    /// An answer, the state of the notification after it, and whether the device stays registered.
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

    /// Shows rules 21.7 and 21.8.
    @Test("Every answer leads to its documented state", arguments: table)
    func answers(expected: Case) async throws {
        try await PushFixture.with { evening in
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

    /// Shows rule 21.7.
    @Test("An unanswered or unsent push is retried", arguments: [APNsResult.unanswered(.connectionLost), .notSent(.noConnection)])
    func noAnswer(result: APNsResult) async throws {
        try await PushFixture.with { evening in
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

    /// Shows rule 21.7.
    @Test("Retries follow after 1, 5, 15, 30 and 60 minutes, ±10 %, for 24 hours; then the push is dead with its reason")
    func backoff() async throws {
        try await PushFixture.with { evening in
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

    /// Shows rule 21.7.
    @Test("Retry-After is obeyed")
    func retryAfter() async throws {
        try await PushFixture.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.apple.answer(429, "TooManyRequests", retryAfter: 7)
            try await evening.drain()
            #expect(try await evening.nextDue() == evening.server.clock.now + 7)
        }
    }

    /// Shows rule 21.8.
    @Test("A device registered again after Apple found the app gone is kept, and the push is retried")
    func reregistrationDelay() async throws {
        try await PushFixture.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.apple.answer(410, "Unregistered", timestamp: Date().addingTimeInterval(-3600))
            #expect(try await evening.drain().sent == 0)
            evening.apple.answer(200)
            evening.server.clock.advance(by: 60)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 21.8.
    @Test("A device that Apple calls bad is deleted the second time, unless a push succeeded in between")
    func refusedTwice() async throws {
        try await PushFixture.with { evening in
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

    /// Shows rule 21.8.
    @Test("A refusal of a device that was registered again in the meantime doesn't count")
    func refusedBefore() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.apple.answer { _, _ in
                _ = try? await evening.device(bea)
                return .answered(APNsAnswer(status: 400, reason: "BadDeviceToken"))
            }
            #expect(try await evening.drain().dead == 1)
            #expect(try await evening.count("devices WHERE user_id = \(bea.id) AND refusals = 0") == 1)
        }
    }

    /// Shows rule 21.7.
    @Test("A push is tried until 24 hours after it was due", arguments: [(86_399.0, 1), (86_400, 0)])
    func lifetime(seconds: TimeInterval, sent: Int) async throws {
        try await PushFixture.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.server.clock.advance(by: seconds)
            #expect(try await evening.drain().sent == sent)
        }
    }

    /// Shows rule 21.15.
    @Test("A finished notification is deleted 30 days after its expiry, except the last success")
    func kept() async throws {
        try await PushFixture.with { evening in
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
}

extension PushFixture {
    /// Returns the time of the next retry of an unanswered push.
    fileprivate func nextDue() async throws -> Date {
        let rows = try await server.database.owner.roundTrip {
            try await $0.query("SELECT min(due_at) AS due FROM notifications WHERE state = 'sending'")
        }
        return try rows[0]["due"]
    }
}
