import DavenportAPI
import Foundation
import Server
import TestSupport
import Testing

@Suite("rules 10: malformed framing is the client's fault")
struct EdgeFramingTests {
    /// Shows rule 10.6.
    @Test("Malformed framing gets one 400, then the connection is closed, and nothing is logged", arguments: EdgeFramingTests.odd)
    func refused(request: String) async throws {
        let log = LogRecorder()
        try await TestServer.with(limits: .patient(), logger: log.logger) { server in
            let live = "GET /health/live HTTP/1.1\r\nHost: sofa\r\n\r\n"
            let answer = try await RawClient.exchange(live + request + live, port: server.port)
            #expect(RawClient.statuses(answer) == [200, 400])
            #expect(answer.contains("application/problem+json") && answer.contains("Connection: close"))
            #expect(answer.contains(#""code":"malformed_request""#))
        }
        #expect(!log.text.contains("failed"), "\(log.text)")
    }

    static let odd =
        [
            "Transfer-Encoding: xchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n", "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n",
            "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n", "Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n",
            "Content-Length: -1\r\n\r\n", "Content-Length: +5\r\n\r\nhello", "Content-Length: 1,2\r\n\r\nhello",
            "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "Content-Length: 18446744073709551615\r\n\r\nhello",
            "Content-Length: 1\(String(repeating: "0", count: 30))\r\n\r\nhello", "Content-Length: 5 5\r\n\r\nhello",
            "Content-Length\r\n\r\n",
        ].map { "POST /v1/users HTTP/1.1\r\nHost: sofa\r\n" + $0 } + [
            "HELLO\r\n\r\n", "\u{1}\u{2}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
            "POST /v1/users HTTP/1.0\r\nHost: sofa\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "FROB / HTTP/1.1\r\n\r\n",
        ]

    @Test("A request with an unknown transfer encoding is refused before it is answered")
    func withoutBody() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let answer = try await RawClient.exchange(
                "GET /health/live HTTP/1.1\r\nHost: sofa\r\nTransfer-Encoding: xchunked\r\n\r\n", port: server.port)
            #expect(RawClient.statuses(answer) == [400])
        }
    }

    /// Shows rule 10.12.
    @Test("An answer of unknown length has no chunks in HTTP/1.0: it ends with the connection, also where the client asks to keep it")
    func streamedToOld() async throws {
        try await TestServer.with(features: [.watch, .class]) { server in
            let ada = try await server.person("ada")
            let file = "/v1/files/\(UUID().uuidString.lowercased())"
            _ = try await server.call(.put, file + "?name=a.txt", token: ada.token, body: Array("words".utf8))
            for (path, end) in [("/v1/me/export", "}\n"), (file, "words"), ("/v1/me", "}"), ("/docs", ">\n"), ("/openapi.json", "}\n")] {
                for more in ["", "Connection: keep-alive\r\n"] {
                    let request = "GET \(path) HTTP/1.0\r\nHost: sofa\r\nAuthorization: Bearer \(ada.token)\r\n\(more)\r\n"
                    try await RawClient.with(port: server.port) { client in
                        try await client.send(request)
                        try await eventually("all of it has arrived") { client.received.hasSuffix(end) }
                        let hasLength = client.received.contains("Content-Length: ")
                        #expect(!client.received.lowercased().contains("transfer-encoding"), "\(path): \(client.received.prefix(600))")
                        #expect(hasLength || client.received.contains("Connection: close\r\n"), "\(path): \(client.received.prefix(600))")
                        if !hasLength || more.isEmpty { try await client.untilClosed() }
                    }
                }
            }
        }
    }

    /// Shows rule 10.6.
    @Test("A connection of HTTP/1.0 ends with its answer, unless the client asks to keep it")
    func old() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let request = "GET /health/live HTTP/1.0\r\nHost: sofa\r\n"
            try await RawClient.with(port: server.port) { client in
                try await client.send(request + "\r\n")
                try await client.untilClosed()
                #expect(client.statuses == [200])
            }
            try await RawClient.with(port: server.port) { client in
                try await client.send(request + "Connection: Keep-Alive\r\n\r\n")
                try await client.untilAnswered()
                try await client.send(request + "\r\n")
                try await client.untilClosed()
                #expect(client.received.ranges(of: " 200 ").count == 2, "\(client.received)")
            }
        }
    }

    /// Shows rule 10.6.
    @Test("A body that turns invalid after its request was answered gets no second answer")
    func once() async throws {
        try await TestServer.with(limits: .patient()) { server in
            try await RawClient.with(port: server.port) { client in
                try await client.send("POST /v1/invites HTTP/1.1\r\nHost: sofa\r\nTransfer-Encoding: chunked\r\n\r\n")
                try await client.untilAnswered()
                try? await client.send("zz\r\n")
                try await client.untilClosed()
                #expect(client.statuses == [401])
            }
        }
    }

    /// Shows rule 10.6.
    @Test(
        "A body that ends early is no error of the server",
        arguments: ["Content-Length: 50\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n5\r\n{"])
    func early(body: String) async throws {
        let log = LogRecorder()
        try await TestServer.with(limits: .patient(), logger: log.logger) { server in
            let request = "POST /v1/users HTTP/1.1\r\nHost: sofa\r\n" + body
            #expect(RawClient.statuses(try await RawClient.exchange(request, isWhole: true, port: server.port)) == [400])
            try await RawClient.with(port: server.port) { try await $0.send(request) }
        }
        // The server has ended by now, and so has every request.
        #expect(!log.text.contains("failed"), "\(log.text)")
    }

    /// Shows rule 10.6.
    @Test("Headers are split by bytes: a combining mark after a comma hides nothing")
    func bytes() async throws {
        try await TestServer.with { server in
            let tag = try #require(try await server.call(.get, "/openapi.json").headers["etag"])
            for header in [tag, "W/" + tag, "\"x\" , \(tag),\u{301}", "\t\(tag)\t", "*"] {
                let answer = try await RawClient.exchange(
                    "GET /openapi.json HTTP/1.1\r\nHost: sofa\r\nIf-None-Match: \(header)\r\n\r\n", isWhole: true, port: server.port)
                #expect(RawClient.statuses(answer) == [304], "\(header)")
            }
            #expect(try await server.call(.get, "/openapi.json", headers: ["If-None-Match": "W/\"x\", \"*\""]).status == 200)
        }
    }

    @Test(
        "A body is JSON if its content type says so",
        arguments: [
            ("application/json", true), ("Application/JSON; charset=utf-8", true), ("application/merge-patch+json", true),
            ("application/json ;\u{301}x", true), ("text/plain; kind=json", false), ("application/json\u{301}", false), ("jso", false),
        ])
    func mediaType(type: String, isJSON: Bool) async throws {
        try await TestServer.with { server in
            let answer = try await RawClient.exchange(
                "POST /v1/users HTTP/1.1\r\nHost: sofa\r\nContent-Type: \(type)\r\nContent-Length: 2\r\n\r\n{}", isWhole: true,
                port: server.port)
            #expect(RawClient.statuses(answer) == [isJSON ? 422 : 415])
        }
    }
}
