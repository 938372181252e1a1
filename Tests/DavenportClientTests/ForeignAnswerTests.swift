import DavenportAPI
import DavenportClient
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests with answers that aren't the server's answers to the requests: what something in between makes up, and what the
/// server said to another request.
@Suite("rules 10: answers that don't count", .generousTimeLimit)
struct ForeignAnswerTests {
    /// Shows rules 10.16 and 10.17.
    @Test("Every operation takes a made-up answer for none, tries again where that does no harm, and keeps nothing of it")
    func lies() async throws {
        for endpoint in Endpoints.all {
            for lie in Lie.allCases {
                let server = FakeServer(.foreign(lie.response))
                let client = try server.client()
                for _ in 0..<2 { try await expectNoAnswer(to: endpoint, from: client, "\(lie)") }
                let attempts = isRepeatable(endpoint) ? 4 : 1
                #expect(server.requests.count == 2 * attempts, "\(endpoint.name): \(lie)")
                #expect(server.requests.allSatisfy { $0.headers["if-none-match"] == nil }, "\(endpoint.name): \(lie)")
                #expect(Set(server.requests.compactMap { $0.headers["davenport-echo"] }).count == 2 * attempts, "each attempt has its own")
            }
        }
    }

    /// Shows rules 10.16 and 10.17.
    @Test("Every operation takes the server's answer to another request, or to an earlier one, for none")
    func swapped() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let ada = try await server.person("ada", role: .owner, birthday: "1980-01-01")
            let seen = Mutex(Set<Int>())
            // The server answers, and the answer arrives with the echo of another request.
            let swapping = Transport { request in
                var other = request
                other.headers["davenport-echo"] = "the-echo-of-another-request"
                let response = try await server.transport.send(other)
                seen.withLock { _ = $0.insert(response.status) }
                return response
            }
            let client = server.client(over: swapping, token: ada.token)
            // Calls the endpoints last that end something the other endpoints need.
            let last = ["deleteAccount", "changePassword", "endOtherSessions", "endCurrentSession"]
            let credentials = Credentials(email: ada.email, password: ada.password)
            for endpoint in Endpoints.all.sorted(by: { last.contains($1.name) && !last.contains($0.name) }) {
                try await expectNoAnswer(to: endpoint, from: client, "another's answer", credentials)
            }
            let statuses = seen.withLock { $0 }
            #expect(statuses.isSuperset(of: [200, 201, 204, 404, 422]), "\(statuses)")
        }
    }

    /// Shows rule 10.16.
    @Test(
        "With the right echo too, an answer counts only with a declared status, the declared media type and the declared shape",
        arguments: [
            FakeServer.Turn.answer(202), .answer(201, [:], me), .answer(200, ["Content-Type": "text/html"], me), .answer(200, [:], "[]"),
            .answer(200, [:], String(me.dropLast())), .answer(404, ["Content-Type": "application/json"], gone),
            .answer(404, [:], "{}"), .answer(403, [:], gone), .answer(302, [:], ""), .answer(204, [:], ""),
        ])
    func shape(turn: FakeServer.Turn) async throws {
        let error = await thrown { try await FakeServer(turn).client().showMe() } as? APIError
        guard case .unexpectedAnswer = error else { throw error ?? .unwritable("nothing") }
        #expect(try await FakeServer(.answer(200, [:], me)).client().showMe().username == "ada")
        #expect((await thrown { try await FakeServer(.answer(404, [:], gone)).client().showMe() } as? APIError)?.code == .notFound)
    }

    /// Shows rule 10.16.
    @Test("204 has no content: one with a body or a media type is no acknowledgement")
    func acknowledgement() async throws {
        for turn in [FakeServer.Turn.answer(204, ["Content-Type": "text/html"], ""), .answer(204, [:], "x"), .answer(200, [:], "")] {
            let error = await thrown { try await FakeServer(turn).client().unblock(userID: UUID()) } as? APIError
            guard case .unexpectedAnswer = error else { throw error ?? .unwritable("nothing") }
        }
        _ = try await FakeServer(.done).client().unblock(userID: UUID())
    }

    /// Shows rule 10.17.
    @Test("After a made-up answer the server's own one counts, and a 401 in between removes nothing from the cache")
    func recovery() async throws {
        let mine = FakeServer.Turn.answer(200, ["ETag": "\"m\""], me)
        let server = FakeServer(
            mine, .foreign(Lie.loggedOut.response), .foreign(Lie.unchanged.response), .foreign(Lie.object.response),
            .answer(304, ["ETag": "\"m\""], ""))
        let client = try server.client()
        for _ in 0..<2 { #expect(try await client.showMe().username == "ada") }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"m\"", "\"m\"", "\"m\"", "\"m\""])
        #expect(server.pauses == [.milliseconds(250), .milliseconds(500), .seconds(1)])
    }

    /// Shows rule 10.17.
    @Test("A file that something else sends is no file, and the bytes of the next attempt are the server's")
    func file() async throws {
        try await TestServer.with(features: [.class]) { server in
            let ada = try await server.person("ada")
            let id = UUID()
            _ = try await server.as(ada).createFile(NewFile(fileID: id, name: "a.txt", content: ByteStream(Array("words".utf8))))
            let isLying = Mutex(true)
            let lying = Transport { request in
                let response = try await server.transport.send(request)
                guard (isLying.withLock { $0 }) else { return response }
                isLying.withLock { $0 = false }
                var headers = response.headers
                headers["davenport-echo"] = "the-echo-of-another-request"
                return Transport.Response(status: 200, headers: headers, body: Data("WORDS".utf8))
            }
            let policy = RetryPolicy(sleep: { _ in })
            let client = DavenportClient(baseURL: server.url, tenant: "sofa", transport: lying, retry: policy) { ada.token }
            let file = try await client.showFile(fileID: id)
            #expect(String(decoding: try await file.bytes.collected(), as: UTF8.self) == "words")
        }
    }

    private func isRepeatable<Declared: EndpointDeclaration>(_ endpoint: Declared) -> Bool {
        endpoint.isIdempotent || !endpoint.takesStream && Declared.In.self is any IdentifiedInput.Type
    }

    private func expectNoAnswer<Declared: EndpointDeclaration>(
        to endpoint: Declared, from client: DavenportClient, _ lie: String, _ credentials: Credentials? = nil
    ) async throws {
        let error = await thrown { try await client.call(endpoint, Declared.In.sample, credentials: credentials) }
        guard case .unexpectedAnswer = error as? APIError else {
            Issue.record("\(endpoint.name) took \(lie): \(error.map { "\($0)" } ?? "a value")")
            return
        }
    }
}

private let me = #"""
    {"id": "018f0000-0000-7000-8000-000000000001", "username": "ada", "identityColor": "#d1495b", "role": "member",
     "email": "ada@example.org", "createdAt": "2026-03-01T20:00:00.000Z", "warnings": []}
    """#
private let gone = #"{"type":"urn:x","title":"t","status":404,"detail":"d","code":"not_found"}"#
