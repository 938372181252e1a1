import DavenportAPI
import Server
import TestSupport
import Testing

@Suite("rules 22: request ids")
struct RequestIDTests {
    /// Shows rule 22.2.
    @Test(
        "An id that a proxy sends appears in the answer, the problem and the log", arguments: ["a", "Root-1.abc_DEF-9"])
    func given(name: String) async throws {
        let lines = Lines()
        try await TestServer.with(serverOptions: .with { $0.accessLog = lines.log() }) { server in
            let answer = try await server.call(.get, "/v1/me", headers: ["X-Request-ID": name])
            #expect(answer.headers["x-request-id"] == name)
            #expect(try answer.json(Problem.self).requestID == name)
            try await eventually("the line is there") { lines.text.contains("request-id=\(name)\n") }
        }
    }

    /// Shows rule 22.2.
    @Test(
        "An id other than a few plain characters is ignored",
        arguments: [
            "", String(repeating: "a", count: 65), "q7 q8", "q7\"q8", "q7\\q8", "q7\tq8", "q7,q8", "q7;q8", "q7\u{301}", "ä", "<script>",
            "q7%0Aq8",
        ])
    func replaced(name: String) async throws {
        let lines = Lines()
        try await TestServer.with(serverOptions: .with { $0.accessLog = lines.log(.json) }) { server in
            let text = try await RawClient.exchange(
                "GET /v1/me HTTP/1.1\r\nHost: sofa\r\nX-Request-ID: \(name)\r\nConnection: close\r\n\r\n", port: server.port)
            let id = try #require(text.firstMatch(of: /X-Request-ID: ([0-9a-z]{1,13})\s/), "\(text)").1
            #expect(name.isEmpty || !text.contains(name))
            try await eventually("the line is there") { lines.text.contains(#""request-id":"\#(id)""#) }
        }
    }

    /// Shows rule 22.2.
    @Test("Two ids are both ignored")
    func twice() async throws {
        try await TestServer.with { server in
            let text = try await RawClient.exchange(
                "GET /v1/me HTTP/1.1\r\nHost: sofa\r\nX-Request-ID: alpha-1\r\nX-Request-ID: omega-2\r\nConnection: close\r\n\r\n",
                port: server.port)
            #expect(!text.contains("alpha-1") && !text.contains("omega-2") && text.contains("X-Request-ID: "))
        }
    }
}
