import Domain
import Foundation
import Secrets
import TestSupport
import Testing

@testable import Push

/// Sends messages over HTTPS to the stand-in for browsers' push services.
@Suite("rules 21: the connection to browsers' push services", .generousTimeLimit)
struct BrowserServiceTests {
    private static let content = #"{"title":"Severance","body":"Your turn?","tag":"t","url":"/","badge":1,"kind":"room.watched"}"#

    private func message(
        to browser: WebPushSubscription, key: SigningKey, contact: String = FakeBrowsers.contact, origin: String? = nil
    ) throws -> WebPushRequest {
        let address = try #require(PushServiceAddress(browser.endpoint))
        let token = VAPIDToken(key: key, origin: origin ?? address.origin, contact: contact, issuedAt: Date())
        return WebPushRequest(
            endpoint: browser.endpoint, authorization: token.authorization, lifetime: 60, topic: "topic",
            body: WebPushMessage.encrypt(
                Array(Self.content.utf8), for: try #require(AgreementPublicKey(bytes: browser.p256dh)), auth: browser.auth))
    }

    private func send(_ requests: [WebPushRequest], _ standIn: StandIn, limit: Duration = .seconds(600)) async -> [HTTPSResult] {
        let transport = HTTPSTransport.https(caFile: standIn.caFile, answerLimit: limit, connectLimit: .seconds(600))
        var results: [HTTPSResult] = []
        for request in requests { results.append(await transport.send(request.https, .now + .seconds(600))) }
        await transport.close(.zero)
        return results
    }

    /// Shows rule 21.20.
    @Test("The stand-in checks and decrypts what the worker sends, and refuses what push services refuse")
    func accepted() async throws {
        try await StandIn.run { standIn in
            let key = SigningKey.generate().key
            let browser = try await standIn.subscription(for: Base64.url.encode(key.verifyingKey.point))
            let good = try message(to: browser, key: key)
            let requests = [
                good, try message(to: browser, key: SigningKey.generate().key),
                try message(to: browser, key: key, contact: "mailto:a@b.local"),
                try message(to: browser, key: key, origin: "https://elsewhere.example"),
                WebPushRequest(
                    endpoint: good.endpoint, authorization: good.authorization, lifetime: 60, topic: "topic",
                    body: good.body.dropLast() + [0]),
                WebPushRequest(
                    endpoint: good.endpoint + "0", authorization: good.authorization, lifetime: 60, topic: "topic", body: good.body),
            ]
            let statuses = await send(requests, standIn).map { if case .answered(let status, _, _) = $0 { status } else { 0 } }
            #expect(statuses == [201, 403, 403, 403, 400, 404])
            let first = try #require(try standIn.messages().first)
            #expect(first.message == Self.content && first.topic == "topic" && first.ttl == 60 && first.urgency == "normal")
        }
    }

    /// Shows rule 21.21.
    @Test("Redirects aren't followed, answers of 10 GB or without end aren't read, and silence ends after the time limit")
    func harmless() async throws {
        try await StandIn.run { standIn in
            let browser = try await standIn.subscription()
            let request = try message(to: browser, key: SigningKey.generate().key)
            let rule = { (fields: String) in try await standIn.control(#"{"clear": true, "rule": {"action": \#(fields)}}"#) }
            try await rule(#""answer", "status": 307, "location": "\#(standIn.browsersURL)/push/elsewhere""#)
            #expect(await send([request], standIn) == [.answered(status: 307)])
            try await rule(#""answer", "status": 201, "size": 10000000000"#)
            #expect(await send([request, request], standIn) == [.answered(status: 201), .answered(status: 201)])
            try await rule(#""answer", "status": 201, "size": 0"#)
            #expect(await send([request], standIn, limit: .seconds(60)) == [.answered(status: 201)])
            try await rule(#""silence""#)
            #expect(await send([request], standIn, limit: .seconds(15)) == [.unanswered(.noAnswer)])
            try await rule(#""answer", "status": 503, "retryAfter": "120""#)
            #expect(await send([request], standIn) == [.answered(status: 503, retryAfter: 120)])
            #expect(try standIn.messages().count == 6, "nothing else was requested")
        }
    }

    /// Shows rule 21.21.
    @Test("Messages that can't start in time, or after the end, aren't sent; another certificate isn't believed")
    func notSent() async throws {
        try await StandIn.run { standIn in
            let request = try message(to: try await standIn.subscription(), key: SigningKey.generate().key)
            let transport = HTTPSTransport.https(caFile: standIn.caFile)
            #expect(await transport.send(request.https, .now) == .notSent(.noStream))
            await transport.close(.zero)
            #expect(await transport.send(request.https, .now + .seconds(60)) == .notSent(.closing))
            let strange = HTTPSTransport.https(caFile: nil)
            if case .answered = await strange.send(request.https, .now + .seconds(60)) { Issue.record("the certificate was believed") }
            await strange.close(.zero)
            #expect(try standIn.messages().isEmpty)
        }
    }
}
