import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Push

@Suite("rules 21: pushes to browsers")
struct BrowserTests {
    /// Runs a test with two friends and a room. Bea has a browser and no other device.
    private func with(_ body: @escaping @Sendable (PushFixture, Person, Person, Room) async throws -> Void) async throws {
        try await PushFixture.with { evening in
            try await evening.setWebKey()
            let (ada, bea) = try await evening.server.friends("ada", "bea")
            let room = try await evening.server.room(ada, with: [bea], episode: 3)
            try await evening.settle()
            try await evening.browser(bea)
            try await body(evening, ada, bea, room)
        }
    }

    /// Shows rules 21.18 and 21.20.
    @Test("A watched episode comes to a browser, encrypted, with text, tag, badge and the page to open")
    func watched() async throws {
        try await with { evening, ada, bea, room in
            try await evening.device(bea)
            try await evening.server.watched(ada, room)
            let counts = try await evening.drain()
            #expect(counts.sent == 2 && evening.apple.pushes.count == 1)
            let push = try #require(evening.browsers.pushes.first)
            #expect(push.message.title == "Severance" && push.message.body == "ada finished Severance S01E03. Your turn?")
            #expect(push.message.url == "/rooms/\(room.id.uuidString.lowercased())" && push.message.kind == "room.watched")
            #expect(push.message.badge == 1 && push.message.tag == evening.apple.pushes.first?.request.collapseID)
            #expect(push.request.topic == push.message.tag && push.request.lifetime == 86_400)
            #expect(push.request.endpoint == "\(FakeBrowsers.origin)/wpush/v2/bea")
            let key = try await evening.setWebKey()
            #expect(push.request.authorization.hasPrefix("vapid t=") && push.request.authorization.hasSuffix(", k=\(key)"))
        }
    }

    /// Shows rule 16.51.
    @Test("A browser's notification is in the language that the person chose; Apple's stays English, with what the app translates")
    func language() async throws {
        try await with { evening, ada, bea, room in
            try await evening.device(bea)
            _ = try await evening.server.as(bea).changeMe(AccountChange(language: .set(.german)))
            try await evening.server.watched(ada, room)
            try await evening.drain()
            let (message, key) = (try #require(evening.browsers.pushes.first).message, "%1$@ finished %2$@. Your turn?")
            let german = Translations.product.words(in: .german)
            #expect(message.title == "Severance" && message.body == german.filled(key, ["ada", "Severance S01E03"]))
            #expect(!message.body.contains("finished"))
            let alert = try #require(evening.apple.pushes.first).payload.aps.alert
            #expect(alert.body == "ada finished Severance S01E03. Your turn?" && alert.locKey == key)
        }
    }

    /// An answer, the state of the notification after it, and whether the browser stays registered.
    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        let state: String
        var keepsDevice = true

        var testDescription: String { "\(status)" }
    }

    /// Shows rule 21.19.
    @Test(
        "Every answer leads to its documented state",
        arguments: [
            Case(status: 200, state: "sent"), Case(status: 201, state: "sent"), Case(status: 204, state: "sent"),
            Case(status: 404, state: "no_device", keepsDevice: false), Case(status: 410, state: "no_device", keepsDevice: false),
            Case(status: 400, state: "dead status 400"), Case(status: 413, state: "dead status 413"),
            Case(status: 301, state: "dead status 301"), Case(status: 401, state: "sending status 401"),
            Case(status: 403, state: "sending status 403"), Case(status: 429, state: "sending status 429"),
            Case(status: 500, state: "sending status 500"), Case(status: 503, state: "sending status 503"),
        ])
    func answers(expected: Case) async throws {
        try await with { evening, ada, bea, room in
            try await evening.server.watched(ada, room)
            evening.browsers.answer(expected.status)
            try await evening.drain()
            #expect(evening.browsers.pushes.count == 1)
            #expect(try await evening.states().last == "room.watched ada>bea \(expected.state)")
            #expect(try await evening.count("devices WHERE kind = 'web'") == (expected.keepsDevice ? 1 : 0))
            #expect(try await evening.count("notifications WHERE lease_id IS NOT NULL") == 0)
        }
    }

    /// Shows rule 21.19.
    @Test("A browser that has subscribed again since a push was claimed stays, and gets the push a minute later")
    func confirmedSince() async throws {
        try await with { evening, ada, bea, room in
            try await evening.server.watched(ada, room)
            let claim = try await PushQueue(evening.database).claim(limit: 10, perTenant: 10)
            let delivery = try #require(claim.deliveries.first)
            try await evening.browser(bea)
            _ = try await PushQueue(evening.database).record([
                DeliveryResult(delivery, .gone(reason: "status 410", since: delivery.deviceConfirmedAt))
            ])
            #expect(try await evening.count("devices WHERE kind = 'web'") == 1)
            evening.server.clock.advance(by: 60)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 21.19.
    @Test("A browser whose subscription is refused twice is forgotten, and its `Retry-After` is kept")
    func refusals() async throws {
        try await with { evening, ada, bea, room in
            evening.browsers.answer(429, retryAfter: 600)
            try await evening.server.watched(ada, room)
            try await evening.drain()
            evening.server.clock.advance(by: 599)
            #expect(try await evening.drain() == RunReport.Counts())
            evening.browsers.answer(400)
            evening.server.clock.advance(by: 1)
            try await evening.drain()
            #expect(try await evening.count("devices WHERE kind = 'web' AND refusals = 1") == 1)
            let other = try await evening.server.room(ada, with: [bea], episode: 4)
            try await evening.drain()
            #expect(try await evening.count("devices WHERE kind = 'web'") == 0)
            _ = other
        }
    }

    /// Shows rule 21.19.
    @Test("A refused key rests at its push service alone, unless that service has taken a push with it")
    func refusedKey() async throws {
        try await with { evening, ada, bea, room in
            let other = "https://fcm.googleapis.com"
            let cem = try await evening.server.person("cem")
            let body = evening.browsers.subscription("cem", origin: other)
            _ = try await evening.server.call(.put, "/v1/sessions/current/web-push", token: cem.token, json: body).expecting(
                200, Device.self)
            evening.browsers.answer { .answered(status: $0.endpoint.hasPrefix(other) ? 201 : 403) }
            let worker = evening.worker()
            _ = try await evening.server.call(.put, "/v1/friends/\(cem.id)", token: ada.token)
            try await evening.server.watched(ada, room)
            try await worker.drain()
            let states = try await evening.states()
            #expect(states.contains("friend.requested ada>cem sent"), "\(states)")
            #expect(states.contains("room.watched ada>bea sending status 403"), "\(states)")
            // The service takes pushes with the key, so it is this subscription that it refuses.
            evening.browsers.answer { .answered(status: $0.endpoint.hasSuffix("bea") ? 403 : 201) }
            try await evening.browser(ada)
            _ = try await evening.server.call(.put, "/v1/friends/\(ada.id)", token: cem.token)
            evening.server.clock.advance(by: 70)
            try await evening.drain()
            #expect(try await evening.count("devices WHERE kind = 'web'") == 3)
            #expect(try await evening.states().contains("friend.accepted cem>ada sent"))
        }
    }

    /// Shows rule 21.18.
    @Test("Nothing comes to a browser after signing out, after its subscription has expired, or once the key is replaced")
    func ended() async throws {
        try await with { evening, ada, bea, room in
            let session = try await evening.server.logIn(bea)
            try await evening.browser(bea, "other", session: session, expirationTime: evening.server.clock.now + 3600)
            #expect(try await evening.count("devices WHERE kind = 'web'") == 2)
            _ = try await evening.server.call(.delete, "/v1/sessions/current", token: bea.token)
            #expect(try await evening.count("devices WHERE kind = 'web'") == 1)
            evening.server.clock.advance(by: 3600)
            try await evening.server.watched(ada, room)
            try await evening.drain()
            #expect(evening.browsers.pushes.isEmpty)
            #expect(try await evening.states().last == "room.watched ada>bea no_device")
            #expect(try await evening.count("devices WHERE kind = 'web'") == 0)
            try await evening.browser(bea, session: session)
            let (old, new) = (try await evening.setWebKey(), try await evening.setWebKey(replaces: true))
            #expect(old != new)
            #expect(try await evening.count("devices WHERE kind = 'web'") == 0)
        }
    }

    /// Shows rule 21.18.
    @Test("Where pushes to browsers are off, the others go out and those to browsers wait")
    func off() async throws {
        try await with { evening, ada, bea, room in
            try await evening.device(bea)
            try await evening.server.watched(ada, room)
            var silent = evening
            silent.isNotifyingBrowsers = false
            let counts = try await silent.drain()
            #expect(counts.sent == 1 && counts.retried == 1 && evening.browsers.pushes.isEmpty)
            evening.server.clock.advance(by: 70)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rules 21.11 and 21.12.
    @Test("A changed master key opens the key for browsers too")
    func rotated() async throws {
        try await with { evening, ada, bea, room in
            let new = try MasterKey.random()
            #expect(try await evening.server.operators.rotateMasterKey(from: evening.masterKey, to: new) == 2)
            try await evening.server.watched(ada, room)
            let worker = evening.worker(masterKey: new)
            try await worker.drain()
            #expect(await worker.report.counts.sent == 1)
        }
    }

    /// Shows rule 21.20.
    @Test("However long the names, a message fits, and it has no text of a comment")
    func long() throws {
        let notice = Notice(
            kind: .friendAccepted, recipientID: UUID(), actor: .init(id: UUID(), username: String(repeating: "🧵", count: 3000)),
            aboutID: nil,
            title: String(repeating: "é", count: 3000), count: 1)
        let text = try #require([Area].notices.first { $0.kind == .friendAccepted })
        let bytes = try PushPayload.shortened(notice, text, upTo: BrowserPayload.limit) {
            BrowserPayload(
                title: $0.title, body: $0.body, tag: PushPayload.collapseID(notice), url: "/", badge: 1, kind: notice.kind.rawValue)
        }
        #expect(bytes.count <= BrowserPayload.limit && bytes.count > BrowserPayload.limit / 2)
        #expect(String(validating: bytes, as: UTF8.self) != nil)
    }
}

extension [Area] {
    fileprivate static var notices: [NoticeText] { Area.shared.flatMap(\.notices) }
}
