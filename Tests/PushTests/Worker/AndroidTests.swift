import DavenportAPI
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Domain
@testable import Push

@Suite("rules 21: pushes to Android")
struct AndroidTests {
    /// Runs a test with two friends and a room. Bea has an Android device and no other.
    private func with(_ body: @escaping @Sendable (PushFixture, Person, Person, Room) async throws -> Void) async throws {
        try await PushFixture.with { evening in
            try await evening.setAndroidKey()
            let (ada, bea) = try await evening.server.friends("ada", "bea")
            let room = try await evening.server.room(ada, with: [bea], episode: 3)
            try await evening.settle()
            try await evening.android(bea)
            try await body(evening, ada, bea, room)
        }
    }

    /// Shows rules 21.23 and 21.24.
    @Test("A watched episode comes to Android with the words, the badge and the collapse id of an iPhone's push")
    func watched() async throws {
        try await with { evening, ada, bea, room in
            try await evening.device(bea)
            try await evening.server.watched(ada, room)
            #expect(try await evening.drain().sent == 2)
            let push = try #require(evening.google.pushes.first)
            let apple = try #require(evening.apple.pushes.first)
            let (message, shown) = (push.message, push.message.android.notification)
            #expect(message.notification.title == "Severance" && message.notification.body == "ada finished Severance S01E03. Your turn?")
            #expect(message.token.hasPrefix("bea:") && message.android.priority == "HIGH" && message.android.ttl == "86400s")
            #expect(message.android.collapseKey == apple.request.collapseID && shown.tag == apple.request.collapseID)
            #expect(shown.channelId == "room.watched" && shown.notificationCount == 1 && message.data["badge"] == "1")
            #expect(message.data["kind"] == "room.watched" && message.data["roomID"] == room.id.uuidString.lowercased())
            #expect(message.data["userID"] == ada.id.uuidString.lowercased())
            #expect(message.data["locKey"] == apple.payload.aps.alert.locKey)
            let arguments = try JSONDecoder().decode([String].self, from: Data((message.data["locArgs"] ?? "").utf8))
            #expect(arguments == apple.payload.aps.alert.locArgs)
            #expect(push.request.url == "https://fcm.googleapis.com/v1/projects/\(ServiceAccountFile.project)/messages:send")
            #expect(push.request.header("authorization") == "Bearer ya29.1")
        }
    }

    /// Shows rule 21.23.
    @Test("The request for an access token is signed by the account's key, for Google's endpoint and one hour")
    func assertion() async throws {
        try await with { evening, ada, _, room in
            try await evening.server.watched(ada, room)
            try await evening.drain()
            let body = String(decoding: try #require(evening.google.tokenRequests.first).body, as: UTF8.self)
            let prefix = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
            try #require(body.hasPrefix(prefix))
            let parts = body.dropFirst(prefix.count).split(separator: ".")
            let texts = try parts.map { try #require(Base64.url.decode($0.utf8)) }
            let second = Int(evening.realTime.now.timeIntervalSince1970)
            #expect(
                String(decoding: texts[0], as: UTF8.self) == #"{"alg":"RS256","kid":"\#(ServiceAccountFile.keyID)","typ":"JWT"}"#)
            let times = #""exp":\#(second + 3600),"iat":\#(second)"#
            let scope = "https://www.googleapis.com/auth/firebase.messaging"
            let claims = #"{"aud":"\#(ServiceAccountFile.tokenURL)",\#(times),"iss":"\#(ServiceAccountFile.email)","scope":"\#(scope)"}"#
            #expect(String(decoding: texts[1], as: UTF8.self) == claims)
            let key = try #require(RS256SigningKey(pem: ServiceAccountFile.pem)).verifyingKey
            #expect(key.verify(texts[2], of: Array("\(parts[0]).\(parts[1])".utf8)))
        }
    }

    /// An answer, the state of the notification after it, and whether the device stays registered.
    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        var code: String?
        let state: String
        var keepsDevice = true

        var testDescription: String { "\(status) \(code ?? "")" }
    }

    /// Shows rule 21.25.
    @Test(
        "Every answer leads to its documented state",
        arguments: [
            Case(status: 200, state: "sent"), Case(status: 404, code: "UNREGISTERED", state: "no_device", keepsDevice: false),
            Case(status: 400, code: "INVALID_ARGUMENT", state: "dead INVALID_ARGUMENT"), Case(status: 400, state: "dead status 400"),
            Case(status: 403, code: "SENDER_ID_MISMATCH", state: "dead SENDER_ID_MISMATCH"),
            Case(status: 401, code: "THIRD_PARTY_AUTH_ERROR", state: "dead THIRD_PARTY_AUTH_ERROR"),
            Case(status: 413, state: "dead status 413"), Case(status: 301, state: "dead status 301"),
            Case(status: 403, code: "PERMISSION_DENIED", state: "sending PERMISSION_DENIED"),
            Case(status: 404, code: "NOT_FOUND", state: "sending NOT_FOUND"), Case(status: 404, state: "sending status 404"),
            Case(status: 429, code: "QUOTA_EXCEEDED", state: "sending QUOTA_EXCEEDED"),
            Case(status: 500, code: "INTERNAL", state: "sending INTERNAL"),
            Case(status: 503, code: "UNAVAILABLE", state: "sending UNAVAILABLE"),
            Case(status: 503, code: "bad word", state: "sending status 503"),
        ])
    func answers(expected: Case) async throws {
        try await with { evening, ada, _, room in
            try await evening.server.watched(ada, room)
            evening.google.answer(expected.status, expected.code)
            try await evening.drain()
            #expect(evening.google.pushes.count == 1)
            #expect(try await evening.states().last == "room.watched ada>bea \(expected.state)")
            #expect(try await evening.count("devices WHERE kind = 'fcm'") == (expected.keepsDevice ? 1 : 0))
            #expect(try await evening.count("notifications WHERE lease_id IS NOT NULL") == 0)
        }
    }

    /// Shows rule 21.25.
    @Test("A device that has registered again since a push was claimed stays, and gets the push a minute later")
    func confirmedSince() async throws {
        try await with { evening, ada, bea, room in
            try await evening.server.watched(ada, room)
            let claim = try await PushQueue(evening.database).claim(limit: 10, perTenant: 10)
            let delivery = try #require(claim.deliveries.first)
            #expect(delivery.deviceKind == .fcm)
            try await evening.android(bea)
            _ = try await PushQueue(evening.database).record([
                DeliveryResult(delivery, .gone(reason: "UNREGISTERED", since: delivery.deviceConfirmedAt))
            ])
            #expect(try await evening.count("devices WHERE kind = 'fcm'") == 1)
            evening.server.clock.advance(by: 60)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 21.25.
    @Test("A device that is refused twice is forgotten, and FCM's `Retry-After` is kept")
    func refusals() async throws {
        try await with { evening, ada, bea, room in
            evening.google.answer(429, "QUOTA_EXCEEDED", retryAfter: 600)
            try await evening.server.watched(ada, room)
            try await evening.drain()
            evening.server.clock.advance(by: 599)
            #expect(try await evening.drain() == RunReport.Counts())
            evening.google.answer(403, "SENDER_ID_MISMATCH")
            evening.server.clock.advance(by: 1)
            try await evening.drain()
            #expect(try await evening.count("devices WHERE kind = 'fcm' AND refusals = 1") == 1)
            _ = try await evening.server.room(ada, with: [bea], episode: 4)
            try await evening.drain()
            #expect(try await evening.count("devices WHERE kind = 'fcm'") == 0)
        }
    }

    /// Shows rules 21.9 and 21.25.
    @Test("A key of another project stops and forgets no device; Apple's key goes on, and a key set anew sends again")
    func wrongProject() async throws {
        try await PushFixture.with { evening in
            try await evening.setAndroidKey()
            try await evening.crowd(40)
            try await evening.change(
                """
                UPDATE devices SET kind = 'fcm', topic = NULL, environment = NULL, refusals = 1,
                    refused_at = clock_timestamp() - interval '1 hour'
                WHERE token IN (SELECT token FROM devices ORDER BY token LIMIT 30)
                """)
            evening.google.answer(403, "SENDER_ID_MISMATCH")
            #expect(try await evening.drain().sent == 10)
            #expect(try await evening.server.database.count("devices") == 40)
            let keys = try await evening.server.operators.listPushKeys(evening.server.tenant)
            #expect(keys.map { $0.stoppedAt != nil } == [false, true], "\(keys)")
            evening.google.answer(200)
            try await evening.setAndroidKey()
            #expect(try await evening.count("devices WHERE refusals > 0") == 0)
            #expect(try await evening.server.operators.retryPushes(evening.server.tenant) == 30)
            #expect(try await evening.drain().sent == 30)
        }
    }

    /// Shows rules 21.10 and 21.25.
    @Test("A key that FCM refuses stops for the run, and its waiting pushes aren't sent one by one")
    func refusedKey() async throws {
        try await PushFixture.with { evening in
            try await evening.setAndroidKey()
            try await evening.crowd(500)
            try await evening.change("UPDATE devices SET kind = 'fcm', topic = NULL, environment = NULL")
            evening.google.answer(403, "PERMISSION_DENIED")
            #expect(try await evening.drain().retried == 500)
            #expect(evening.google.pushes.count < 500 && evening.google.tokenRequests.count == 1)
            evening.google.answer(200)
            evening.server.clock.advance(by: 66)
            #expect(try await evening.drain().sent == 500)
        }
    }

    /// Shows rule 21.23.
    @Test("Workers share an access token, also of two communities with the same account, and renew it after 45 minutes")
    func sharing() async throws {
        try await with { evening, ada, bea, room in
            let attic = try await evening.server.otherTenant()
            try await evening.setAndroidKey(in: attic)
            try await evening.crowd(3, in: attic)
            try await evening.change("UPDATE devices SET kind = 'fcm', topic = NULL, environment = NULL")
            try await evening.server.watched(ada, room)
            async let one = evening.drain()
            async let other = evening.drain()
            _ = try await (one, other)
            #expect(Set(evening.google.pushes.map { $0.request.header("authorization") }).count == 1)
            let requests = evening.google.tokenRequests.count
            for (seconds, more) in [(45 * 60 - 1.0, 0), (1, 1)] {
                evening.realTime.advance(by: seconds)
                try await evening.crowd(1, from: 10 + more, in: attic)
                try await evening.change("UPDATE devices SET kind = 'fcm', topic = NULL, environment = NULL")
                #expect(try await evening.drain().sent == 1)
                #expect(evening.google.tokenRequests.count == requests + more)
            }
        }
    }

    /// Shows rule 21.23.
    @Test("A refused access token is renewed once, if it is older than 20 minutes")
    func expired() async throws {
        try await with { evening, ada, bea, room in
            try await evening.server.watched(ada, room)
            try await evening.drain()
            let first = try #require(evening.google.pushes.first?.request.header("authorization"))
            evening.google.answer {
                $0.request.header("authorization") == first
                    ? .answered(status: 401, body: FakeGoogle.refusal("UNAUTHENTICATED")) : .answered(status: 200)
            }
            evening.realTime.advance(by: 19 * 60)
            _ = try await evening.server.room(ada, with: [bea], episode: 4)
            #expect(try await evening.drain().retried == 1)
            evening.realTime.advance(by: 60)
            evening.server.clock.advance(by: 66)
            #expect(try await evening.drain().sent == 1)
            #expect(evening.google.tokenRequests.count == 2)
        }
    }

    /// Answers to a request for an access token, and the reason for which pushes wait after each.
    private static let noTokens: [(HTTPSResult, String)] = [
        (.answered(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8)), "invalid_grant"),
        (.answered(status: 503), "status 503"), (.answered(status: 429), "status 429"), (.unanswered(.noAnswer), "no answer in time"),
        (.notSent(.noConnection), "no connection"), (.answered(status: 200), "status 200"),
        (.answered(status: 200, body: Array(#"{"access_token":"a\nb"}"#.utf8)), "status 200"),
    ]

    /// Shows rules 21.7, 21.10 and 21.23.
    @Test(
        "Without an access token pushes wait: one request is made for all of them, and a refused key stops",
        arguments: noTokens)
    func noToken(answer: HTTPSResult, reason: String) async throws {
        try await PushFixture.with { evening in
            try await evening.setAndroidKey()
            try await evening.crowd(50)
            try await evening.change("UPDATE devices SET kind = 'fcm', topic = NULL, environment = NULL")
            evening.google.answerTokens(answer)
            #expect(try await evening.drain().retried == 50)
            #expect(evening.google.tokenRequests.count == 1 && evening.google.pushes.isEmpty)
            #expect(try await evening.count("notifications WHERE state = 'sending' AND reason = \(reason)") == 50)
            evening.google.answerTokens(nil)
            evening.server.clock.advance(by: 66)
            #expect(try await evening.drain().sent == 50)
        }
    }

    /// Shows rule 21.26.
    @Test("A stored key whose tokens come from elsewhere asks nobody, and its pushes wait")
    func elsewhere() async throws {
        try await with { evening, ada, _, room in
            _ = try await SetPushKey(evening.server.operators, evening.masterKey)(
                evening.server.tenant, file: ServiceAccountFile.text(["token_uri": "https://intranet.example/token"]),
                hosts: PushServiceHosts(["intranet.example"]))
            try await evening.server.watched(ada, room)
            #expect(try await evening.drain().retried == 1)
            #expect(evening.google.tokenRequests.isEmpty && evening.google.pushes.isEmpty)
            #expect(try await evening.states().last == "room.watched ada>bea sending push service unknown")
        }
    }

    /// Shows rule 21.22.
    @Test("Without a key, or where pushes to Android are off, the others go out and those to Android wait")
    func off() async throws {
        try await with { evening, ada, bea, room in
            try await evening.device(bea)
            try await evening.server.watched(ada, room)
            var silent = evening
            silent.isNotifyingAndroid = false
            let counts = try await silent.drain()
            #expect(counts.sent == 1 && counts.retried == 1 && evening.google.pushes.isEmpty)
            try await evening.server.operators.removeAndroidPushKey(evening.server.tenant)
            evening.server.clock.advance(by: 70)
            #expect(try await evening.drain().retried == 1)
            try await evening.setAndroidKey()
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rules 20.10, 21.11, 21.12 and 21.22.
    @Test("Neither the key nor an access token is in the database in plain form, and a changed master key opens both")
    func sealed() async throws {
        try await with { evening, ada, bea, room in
            try await evening.server.watched(ada, room)
            try await evening.drain()
            let dump = try await evening.server.database.dump().joined(separator: "\n")
            let body = ServiceAccountFile.pem.split(separator: "\n").dropFirst().dropLast().joined()
            for secret in ["private_key", String(body.prefix(40)), "ya29.1"] {
                #expect(!dump.contains(secret) && !dump.contains(Array(secret.utf8).hexadecimal))
            }
            let new = try MasterKey.random()
            #expect(try await evening.server.operators.rotateMasterKey(from: evening.masterKey, to: new) == 2)
            _ = try await evening.server.room(ada, with: [bea], episode: 4)
            let worker = evening.worker(masterKey: new)
            try await worker.drain()
            #expect(await worker.report.counts.sent == 1)
            #expect(evening.google.tokenRequests.count == 1, "the token goes on too")
        }
    }

    /// Shows rule 21.24.
    @Test("However long the names, a push fits, and no character is cut in two")
    func long() throws {
        let notice = Notice(
            kind: .friendAccepted, recipientID: UUID(), actor: .init(id: UUID(), username: String(repeating: "🧵", count: 3000)),
            aboutID: nil, title: String(repeating: "é", count: 3000), count: 1)
        let text = try #require(Area.shared.flatMap(\.notices).first { $0.kind == .friendAccepted })
        let delivery = Delivery(
            tenantID: UUID(), id: UUID(), notificationID: UUID(), leaseID: UUID(), deviceToken: String(repeating: "a", count: 200),
            deviceKind: .fcm, deviceConfirmedAt: Date(), pushKeyID: nil, pushKeyResumedAt: nil, browser: nil, attempts: 0,
            expiresAt: Date(), lifetime: 60, notice: notice, badge: 1, language: nil)
        let bytes = try FCMMessage.bytes(delivery, text)
        #expect(bytes.count <= FCMMessage.limit && bytes.count > FCMMessage.limit / 2)
        #expect(String(validating: bytes, as: UTF8.self) != nil)
    }
}
