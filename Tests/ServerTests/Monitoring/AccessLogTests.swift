import DavenportAPI
import Foundation
import Prometheus
import Server
import TestSupport
import Testing

@Suite("rules 22: the access log")
struct AccessLogTests {
    private struct Line: Decodable {
        let time: String
        let level: String
        let method: String
        let route: String
        let status: Int
        let ms: Double
        let bytes: Int
        let requestID: String
        let tenant: String?
        let user: UUID?
        let address: String?

        enum CodingKeys: String, CodingKey {
            case time, level, method, route, status, ms, bytes, tenant, user, address
            case requestID = "request-id"
        }
    }

    /// Returns the only line about a route.
    private func line(_ lines: Lines, of route: String) async throws -> Line {
        let found = { lines.all.filter { $0.contains(#""route":"\#(route)""#) } }
        try await eventually("the line is there") { !found().isEmpty }
        #expect(found().count == 1 && lines.text.hasSuffix("\n"))
        return try JSONDecoder().decode(Line.self, from: Data(found()[0].utf8))
    }

    /// Shows rule 22.5.
    @Test("A JSON line has the route's pattern, the outcome and the user, and optionally the address", arguments: [false, true])
    func json(showsAddress: Bool) async throws {
        let lines = Lines()
        try await TestServer.with(trustedProxies: 1, serverOptions: .with { $0.accessLog = lines.log(.json, showsAddress: showsAddress) }) {
            server in
            let ada = try await server.person("ada")
            let answer = try await server.call(
                .get, "/v1/users/\(ada.id)?of=nobody", token: ada.token, headers: ["X-Forwarded-For": "203.0.113.7"])
            let line = try await line(lines, of: "/v1/users/{userID}")
            #expect((line.method, line.status) == ("GET", 200))
            #expect((line.tenant, line.user, line.bytes) == ("sofa", ada.id, answer.body.count))
            #expect(line.requestID == answer.headers["x-request-id"])
            #expect(line.address == (showsAddress ? "203.0.113.7" : nil))
            #expect(line.ms > 0 && line.level == "info" && line.time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        }
    }

    /// Shows rule 22.5.
    @Test("A text line is written for anonymous requests too")
    func text() async throws {
        let lines = Lines()
        try await TestServer.with(serverOptions: .with { $0.accessLog = lines.log() }) { server in
            _ = try await server.call(.get, "/v1/me")
            _ = try await server.call(.get, "/v1/tenant")
            try await eventually("both lines are there") { lines.all.count == 2 }
            let time = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#
            let unknown = /GET \/v1\/me 401 \d+\.\d{3} ms \d+ bytes request-id=[0-9a-z]+\n/
            let visitor = /GET \/v1\/tenant 200 \d+\.\d{3} ms \d+ bytes request-id=[0-9a-z]+ tenant=sofa\n/
            for (line, rest) in zip(lines.all, [unknown, visitor]) {
                #expect(line.prefixMatch(of: time) != nil && line.dropFirst(24).hasPrefix(" info access : "))
                #expect(line.dropFirst(39).wholeMatch(of: rest) != nil, "\(line)")
            }
        }
    }

    /// Shows rule 22.5.
    @Test("A line contains nothing of path, query, header or body, and clients can't forge lines")
    func nothingElse() async throws {
        let lines = Lines()
        try await TestServer.with(serverOptions: .with { $0.accessLog = lines.log(.text, showsAddress: true) }) { server in
            let ada = try await server.person("ada")
            // The request that created the user has a line too.
            let (secret, before) = (String(repeating: "ab", count: 32), lines.all.count)
            let asked = [
                "PUT /v1/devices/\(secret)?q=\(secret)", "GET /nothing/\(secret)%0Ainfo", "GET /v1/rooms/%0d%0a\(secret)",
                "PROPFIND /v1/me?\(secret)",
                "GET http://\(secret).example.org/v1/me", "OPTIONS /\(secret)",
            ]
            for request in asked {
                let text = try await RawClient.exchange(
                    "\(request) HTTP/1.1\r\nHost: \(secret)\r\nUser-Agent: \(secret)\r\nReferer: \(secret)\r\nOrigin: \(secret)\r\n"
                        + "X-Forwarded-For: \(secret)\r\nDavenport-Tenant: \(secret)\r\nX-Request-ID: \(secret) \r\n"
                        + "Authorization: Bearer \(ada.token)\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}", port: server.port)
                #expect(!RawClient.statuses(text).isEmpty)
            }
            try await eventually("all lines are there") { lines.all.count == before + asked.count }
            // A valid request id is the only text from the client that may appear. It has only plain characters.
            let text = lines.text.replacing("request-id=\(secret)", with: "")
            #expect(!text.contains("abab") && !text.contains(ada.token) && !text.contains("nothing"))
            #expect(lines.all.allSatisfy { $0.utf8.count { $0 == UInt8(ascii: "\n") } == 1 })
        }
    }

    /// Shows rule 22.5.
    @Test(
        "Bytes that are no request are one line and counted, without a route",
        arguments: [
            "made up\r\n\r\n", "GET /v1/me HTTP/1.1\r\nHost: sofa\r\nContent-Length: +5\r\n\r\n",
            "GET /v1/me HTTP/1.1\r\nHo st: x\r\n\r\n",
        ])
    func unreadable(bytes: String) async throws {
        let (lines, registry) = (Lines(), Registry([]))
        try await TestServer.with(
            serverOptions: .with { ($0.accessLog, $0.metrics) = (lines.log(.json, showsAddress: true), registry) }
        ) { server in
            let text = try await RawClient.exchange(bytes, port: server.port)
            let line = try await line(lines, of: "unknown")
            #expect(RawClient.statuses(text) == [400])
            #expect((line.method, line.status, line.address) == ("other", 400, "127.0.0.1"))
            #expect(text.contains("X-Request-ID: \(line.requestID)\r\n") && text.contains("Content-Length: \(line.bytes)\r\n"))
            #expect(await registry.value(#"davenport_http_requests_total{method="other",route="unknown",status="400"}"#) == 1)
            #expect(await registry.value("davenport_http_requests_in_flight") == 0)
        }
    }

    /// Shows rule 22.5.
    @Test(
        "If enabled, every line has the address, whatever the request",
        arguments: [
            ("GET /nowhere", 404), ("DELETE /v1/dashboard", 405), ("GET /docs", 200), ("GET /health/live", 200), ("OPTIONS /v1/me", 204),
        ])
    func addresses(request: String, status: Int) async throws {
        let lines = Lines()
        try await TestServer.with(
            trustedProxies: 1,
            serverOptions: .with { ($0.accessLog, $0.origins) = (lines.log(showsAddress: true), ["https://a.example"]) }
        ) { server in
            let text = try await RawClient.exchange(
                "\(request) HTTP/1.1\r\nHost: sofa\r\nX-Forwarded-For: 203.0.113.7\r\nOrigin: https://a.example\r\n"
                    + "Access-Control-Request-Method: GET\r\nConnection: close\r\n\r\n", port: server.port)
            #expect(RawClient.statuses(text) == [status])
            try await eventually("the line is there") { lines.all.count == 1 }
            #expect(lines.text.hasSuffix(" address=203.0.113.7\n"), "\(lines.text)")
        }
    }

    /// Shows rule 22.5.
    @Test("A download's line is written at its end, with the number of bytes sent")
    func download() async throws {
        let lines = Lines()
        try await TestServer.with(features: [.class], serverOptions: .with { $0.accessLog = lines.log(.json) }) { server in
            let ada = try await server.person("ada")
            let (path, content) = ("/v1/files/\(UUID().uuidString.lowercased())", [UInt8](repeating: 0x61, count: 200_000))
            let before = lines.all.count
            let made = try await server.call(.put, path + "?name=a.txt", token: ada.token, body: content)
            #expect(made.status == 201, "\(made)")
            let answer = try await server.call(.get, path, token: ada.token)
            try await eventually("both lines are there") { lines.all.count == before + 2 }
            let last = try JSONDecoder().decode(Line.self, from: Data(try #require(lines.all.last).utf8))
            #expect(answer.status == 200 && last.status == 200 && last.bytes == content.count, "\(last)")
        }
    }
}
