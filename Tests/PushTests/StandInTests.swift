import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Push
import Secrets
import TestSupport
import Testing

/// Tests the stand-in with an HTTP/2 client other than Davenport's.
@Suite struct StandInTests {
    /// A request that is valid except for at most one fault.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "POST"
        var path = "/3/device/abcdef0123456789"
        /// The headers that differ from those of a valid request; nil for a missing header.
        var headers: [String: String?] = [:]
        var body = "{}"
        let status: Int
        let reason: String?

        init(_ what: String, _ status: Int, _ reason: String?, change: (inout Case) -> Void = { _ in }) {
            (testDescription, self.status, self.reason) = (what, status, reason)
            change(&self)
        }
    }

    private static let right = Case("all right", 200, nil)

    struct Answer: Equatable {
        let status: Int
        let reason: String?
    }

    private struct Body: Decodable {
        let reason: String?
    }

    private static let team = "TEAM123456"

    private static func token(
        _ key: SigningKey, team: String = team, keyID: String = AppleTeam.keyID, age: TimeInterval = 0
    ) -> String {
        "bearer \(ProviderToken(key: key, teamID: team, keyID: keyID, issuedAt: Date(timeIntervalSinceNow: -age)).text)"
    }

    /// Sends a request to the stand-in over HTTP/2.
    private static func ask(_ client: HTTPClient, _ apple: StandIn, _ authorization: String?, _ ask: Case = right) async throws -> Answer {
        var request = HTTPClientRequest(url: apple.url + ask.path)
        request.method = .init(rawValue: ask.method)
        let right = [
            "authorization": authorization, "apns-topic": "app.davenport", "apns-push-type": "alert", "apns-priority": "10",
            "apns-expiration": "2000000000", "apns-id": UUID().uuidString.lowercased(), "apns-collapse-id": "c0ffee",
        ]
        for (name, value) in right.merging(ask.headers, uniquingKeysWith: { $1 }) {
            if let value { request.headers.add(name: name, value: value) }
        }
        if !ask.body.isEmpty { request.body = .bytes(ByteBuffer(string: ask.body)) }
        let answer = try await client.execute(request, timeout: .seconds(600))
        #expect(answer.version == .http2)
        let body = try await answer.body.collect(upTo: 1 << 16)
        let reason = body.readableBytes == 0 ? nil : try JSONDecoder().decode(Body.self, from: Data(body.readableBytesView)).reason
        return Answer(status: Int(answer.status.code), reason: reason)
    }

    /// Runs the body with a client that uses a single connection.
    private static func connected(to apple: StandIn, _ body: (HTTPClient) async throws -> Void) async throws {
        var configuration = HTTPClient.Configuration.patient
        // Apple's rules apply per connection, so the connection must stay open while a test waits for the processor.
        configuration.connectionPool.idleTimeout = .hours(1)
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .file(apple.caFile)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            try await body(client)
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    @Test(
        "The stand-in refuses what Apple refuses, with Apple's reasons",
        arguments: [
            Case("all right", 200, nil),
            Case("GET", 405, "MethodNotAllowed") { ($0.method, $0.body) = ("GET", "") },
            Case("another path", 404, "BadPath") { $0.path = "/3/devices/ab" },
            Case("no device", 400, "MissingDeviceToken") { $0.path = "/3/device/" },
            Case("a device that is not hexadecimal", 400, "BadDeviceToken") { $0.path = "/3/device/xyz0" },
            Case("half a byte of a device", 400, "BadDeviceToken") { $0.path = "/3/device/abc" },
            Case("no token", 403, "MissingProviderToken") { $0.headers["authorization"] = .some(nil) },
            Case("another scheme", 403, "MissingProviderToken") { $0.headers["authorization"] = "basic abc" },
            Case("a token that is none", 403, "InvalidProviderToken") { $0.headers["authorization"] = "bearer abc" },
            Case("no topic", 400, "MissingTopic") { $0.headers["apns-topic"] = .some(nil) },
            Case("a topic with a blank", 400, "BadTopic") { $0.headers["apns-topic"] = "app davenport" },
            Case("an id that is none", 400, "BadMessageId") { $0.headers["apns-id"] = "17" },
            Case("an expiration that is none", 400, "BadExpirationDate") { $0.headers["apns-expiration"] = "2000000000.5" },
            Case("a priority that is none", 400, "BadPriority") { $0.headers["apns-priority"] = "9" },
            Case("no push type", 400, "InvalidPushType") { $0.headers["apns-push-type"] = .some(nil) },
            Case("a push type that is none", 400, "InvalidPushType") { $0.headers["apns-push-type"] = "shout" },
            Case("a collapse id of 64 bytes", 200, nil) { $0.headers["apns-collapse-id"] = String(repeating: "c", count: 64) },
            Case("a collapse id of 65 bytes", 400, "BadCollapseId") { $0.headers["apns-collapse-id"] = String(repeating: "c", count: 65) },
            Case("no payload", 400, "PayloadEmpty") { $0.body = "" },
            Case("a payload of 4096 bytes", 200, nil) { $0.body = String(repeating: "x", count: 4096) },
            Case("a payload of 4097 bytes", 413, "PayloadTooLarge") { $0.body = String(repeating: "x", count: 4097) },
            Case("a huge payload", 413, "PayloadTooLarge") { $0.body = String(repeating: "x", count: 60_000) },
        ])
    func refusals(ask: Case) async throws {
        try await StandIn.run { apple in
            let key = SigningKey.generate().key
            try apple.register(key.verifyingKey, team: Self.team, keyID: AppleTeam.keyID)
            try await Self.connected(to: apple) { client in
                let answer = try await Self.ask(client, apple, Self.token(key), ask)
                #expect(answer == Answer(status: ask.status, reason: ask.reason))
                let entry = try #require(try await apple.ledger(count: 1).first)
                #expect((entry.status, entry.reason) == (ask.status, ask.reason))
            }
        }
    }

    @Test("A token is accepted if its team's key signed it within the last hour")
    func tokens() async throws {
        try await StandIn.run { apple in
            let key = SigningKey.generate().key
            try apple.register(key.verifyingKey, team: Self.team, keyID: AppleTeam.keyID)
            try await Self.connected(to: apple) { client in
                let refused = [
                    (Self.token(SigningKey.generate().key), "InvalidProviderToken"),
                    (Self.token(key, team: "TEAM000000"), "InvalidProviderToken"),
                    (Self.token(key, keyID: "KEY0000000"), "InvalidProviderToken"),
                    (Self.token(key) + "x", "InvalidProviderToken"),
                    (Self.token(key, age: -600), "InvalidProviderToken"),
                    (Self.token(key, age: 3700), "ExpiredProviderToken"),
                ]
                for (token, reason) in refused {
                    let answer = try await Self.ask(client, apple, token)
                    #expect(answer == Answer(status: 403, reason: reason))
                }
                let answer = try await Self.ask(client, apple, Self.token(key, age: 3500))
                #expect(answer.status == 200)
            }
        }
    }

    @Test("A token renewed a second time within 20 minutes is refused; the two earlier tokens stay valid")
    func renewals() async throws {
        try await StandIn.run { apple in
            let key = SigningKey.generate().key
            try apple.register(key.verifyingKey, team: Self.team, keyID: AppleTeam.keyID)
            try await Self.connected(to: apple) { client in
                let tokens = [120, 60, 0].map { Self.token(key, age: $0) }
                for (number, status) in [(0, 200), (1, 200), (2, 429), (0, 200), (1, 200)] {
                    let answer = try await Self.ask(client, apple, tokens[number])
                    #expect(answer == Answer(status: status, reason: status == 429 ? "TooManyProviderTokenUpdates" : nil))
                }
            }
        }
    }

    @Test("A connection accepts only the team of its first token")
    func oneTeam() async throws {
        try await StandIn.run { apple in
            let key = SigningKey.generate().key
            for team in [Self.team, "TEAM000002"] { try apple.register(key.verifyingKey, team: team, keyID: AppleTeam.keyID) }
            try await Self.connected(to: apple) { client in
                let first = try await Self.ask(client, apple, Self.token(key))
                #expect(first.status == 200)
                let other = try await Self.ask(client, apple, Self.token(key, team: "TEAM000002"))
                #expect(other == Answer(status: 403, reason: "InvalidProviderToken"))
            }
            try await Self.connected(to: apple) { client in
                let other = try await Self.ask(client, apple, Self.token(key, team: "TEAM000002"))
                #expect(other.status == 200)
            }
        }
    }

    @Test("SIGTERM or the end of its input ends the process with exit code 0 and a complete ledger")
    func ending() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            #expect(await team.send(count: 20).allSatisfy { $0 == .taken })
            #expect(try await apple.terminate() == 0)
            #expect(try apple.ledger().count == 20)
        }
        try await StandIn.run { apple in
            let status = try await apple.endInput()
            #expect(status == 0)
        }
    }
}
