import DavenportAPI
import DavenportClient
import Foundation
import Server
import TestSupport
import Testing

/// Tests that every answer repeats what its request has in `Davenport-Echo`. `TestServer.call` checks the same for each
/// answer of every other test.
@Suite("rules 10: the echo of a request")
struct EchoTests {
    private let echo = "aZ09-_aZ09-_aZ09-_aZ09"

    /// Shows rule 10.15.
    @Test("Every endpoint repeats the echo: in successes, refusals, answers to HEAD, and for unknown paths and methods")
    func endpoints() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let ada = try await server.person("ada", role: .owner)
            var statuses: Set<Int> = []
            for endpoint in Endpoints.all {
                let path = endpoint.pathParameters.reduce(endpoint.path) { $0.replacing("{\($1)}", with: UUID().uuidString.lowercased()) }
                let token = ["endCurrentSession", "deleteAccount"].contains(endpoint.name) ? nil : ada.token
                var methods = [endpoint.method.rawValue, "OPTIONS"]
                if endpoint.method == .get, !endpoint.mayWait { methods.append("HEAD") }
                for method in methods {
                    let text = try await exchange(method, path, token, server)
                    #expect(echoes(text) == [echo], "\(method) \(endpoint.name): \(text)")
                    statuses.formUnion(RawClient.statuses(text))
                }
            }
            #expect(statuses.isSuperset(of: [200, 204, 401, 404, 405]), "\(statuses)")
            for path in ["/v1/nowhere", "//v1/me", "/v1", "/health/live", "/openapi.json", "/docs", "/nothing"] {
                #expect(echoes(try await exchange("GET", path, nil, server)) == [echo], "\(path)")
            }
        }
    }

    /// Shows rule 10.15.
    @Test("304, a file, a part of it, a document that is made while it is sent, and a long poll repeat it")
    func otherWays() async throws {
        try await TestServer.with(features: [.watch, .class]) { server in
            let ada = try await server.person("ada")
            let tag = try #require(try await server.call(.get, "/v1/me", token: ada.token).headers["etag"])
            let unchanged = try await exchange("GET", "/v1/me", ada.token, server, more: "If-None-Match: \(tag)\r\n")
            #expect(RawClient.statuses(unchanged) == [304] && echoes(unchanged) == [echo])
            let file = "/v1/files/\(UUID().uuidString.lowercased())"
            _ = try await server.call(.put, file + "?name=a.txt", token: ada.token, body: Array("abc".utf8))
            for (path, more, status) in [
                (file, "", 200), (file, "Range: bytes=1-1\r\n", 206), (file, "Range: bytes=9-9\r\n", 416), ("/v1/me/export", "", 200),
            ] {
                let text = try await exchange("GET", path, ada.token, server, more: more)
                #expect(RawClient.statuses(text) == [status] && echoes(text) == [echo], "\(path): \(text)")
            }
            let feed = try await server.as(ada).listChanges(ChangesQuery())
            let cursor = feed.next.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let poll = "/v1/changes?since=\(cursor)&wait=1"
            let polled = try await exchange("GET", poll, ada.token, server)
            #expect(RawClient.statuses(polled) == [200] && echoes(polled) == [echo], "\(polled)")
        }
    }

    /// Shows rule 10.15.
    @Test(
        "An echo is one header of 8 to 64 letters, digits, - and _; another one is ignored, and so are two",
        arguments: [
            ("a-_Z0000", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false), ("short-7", false),
            ("", false), ("with space", false), ("with.a.dot", false), ("umläut-echo", false), ("comma,comma", false),
            ("12345678\r\nDavenport-Echo: 12345678", false),
        ])
    func form(text: String, isValid: Bool) async throws {
        try await TestServer.with { server in
            for path in ["/v1/tenant", "/%ff"] {
                let answer = try await RawClient.exchange(
                    "GET \(path) HTTP/1.1\r\nHost: sofa\r\nDavenport-Echo: \(text)\r\nConnection: close\r\n\r\n", port: server.port)
                #expect(echoes(answer) == (isValid ? [text] : []), "\(path): \(answer)")
            }
        }
    }

    /// Shows rules 10.15 and 20.23.
    @Test("A head that is refused, and a body that is too long or badly framed: each refusal repeats the echo")
    func refusals() async throws {
        try await TestServer.with(limits: .patient()) { server in
            for (start, rest, status) in [
                ("GET /%ff HTTP/1.1\r\n", "\r\n", 400), ("GET /v1/me HTTP/1.1\r\nHost: b\r\n", "\r\n", 400),
                ("GET http:/// HTTP/1.1\r\n", "\r\n", 400),
                ("PUT /v1/me/avatar HTTP/1.1\r\n", "Transfer-Encoding: gzip, chunked\r\n\r\n", 400),
                ("PUT /v1/me/avatar HTTP/1.1\r\n", "Content-Length: 2000000\r\n\r\n", 401),
                ("POST /v1/users HTTP/1.1\r\n", "Content-Type: application/json\r\nContent-Length: 70000\r\n\r\n", 413),
            ] {
                let answer = try await RawClient.exchange("\(start)Host: sofa\r\nDavenport-Echo: \(echo)\r\n\(rest)", port: server.port)
                #expect(RawClient.statuses(answer) == [status] && echoes(answer) == [echo], "\(start): \(answer)")
            }
        }
    }

    /// Shows rule 10.15.
    @Test("A body that doesn't arrive is refused with the echo of its head")
    func lateBody() async throws {
        try await TestServer.with(limits: .patient { $0.bodyTimeout = .milliseconds(100) }) { server in
            let head = "POST /v1/users HTTP/1.1\r\nHost: sofa\r\nDavenport-Echo: \(echo)\r\n"
            let answer = try await RawClient.exchange(
                head + "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{", port: server.port)
            #expect(RawClient.statuses(answer) == [408] && echoes(answer) == [echo], "\(answer)")
        }
    }

    /// Shows rule 10.15.
    @Test("Bytes that are no head are refused without the echo of the request before them")
    func unreadable() async throws {
        try await TestServer.with { server in
            let first = "GET /v1/tenant HTTP/1.1\r\nHost: sofa\r\nDavenport-Echo: \(echo)\r\n\r\n"
            let answers = try await RawClient.exchange(first + "nonsense\r\n\r\n", port: server.port)
            #expect(RawClient.statuses(answers) == [200, 400] && echoes(answers) == [echo], "\(answers)")
        }
    }

    private func exchange(
        _ method: String, _ path: String, _ token: String?, _ server: TestServer, more: String = ""
    ) async throws -> String {
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let head = "\(method) \(path) HTTP/1.1\r\nHost: sofa\r\nDavenport-Echo: \(echo)\r\n\(authorization)\(more)Connection: close\r\n\r\n"
        return try await RawClient.exchange(head, port: server.port)
    }

    private func echoes(_ text: String) -> [String] {
        text.components(separatedBy: "\r\n").filter { $0.lowercased().hasPrefix("davenport-echo: ") }.map { String($0.dropFirst(16)) }
    }
}
