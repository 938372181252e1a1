import Server
import TestSupport
import Testing

@Suite("rules 10: deadlines of slow clients")
struct EdgeDeadlineTests {
    private let get = "GET /health/live HTTP/1.1\r\nHost: sofa\r\n\r\n"

    /// Shows rule 10.6.
    @Test("A connection that never sends anything is closed")
    func silent() async throws {
        try await TestServer.with(limits: .patient { $0.headTimeout = .milliseconds(200) }) { server in
            let answer = try await RawClient.exchange("", port: server.port)
            #expect(answer == "")
        }
    }

    /// Shows rule 10.6.
    @Test("A head that stops anywhere gets 408, which is the connection's last answer")
    func head() async throws {
        try await TestServer.with(limits: .patient { $0.headTimeout = .seconds(2) }) { server in
            let port = server.port
            try await withThrowingTaskGroup(of: (sent: String, answer: String).self) { group in
                for text in ["G", "GET /health", "GET /health/live HTTP/1.1\r\n", "GET /health/live HTTP/1.1\r\nHost: so"] {
                    for sent in [text, get + text] {
                        group.addTask { (sent, try await RawClient.exchange(sent, port: port)) }
                    }
                }
                for try await (sent, answer) in group {
                    #expect(RawClient.statuses(answer) == (sent.hasPrefix(get) ? [200, 408] : [408]), "\(sent)")
                    let hasProblem = answer.contains("request_timeout") && answer.hasSuffix("}")
                    #expect(hasProblem && answer.contains("Connection: close"), "\(answer)")
                }
            }
        }
    }

    /// Shows rule 10.6.
    @Test("A body has its deadline however slowly it arrives, and a request that waits for it gets 408")
    func body() async throws {
        try await TestServer.with(limits: .patient { $0.bodyTimeout = .milliseconds(200) }) { server in
            try await RawClient.with(port: server.port) { client in
                try await client.send("POST /v1/users HTTP/1.1\r\nHost: sofa\r\nContent-Length: 60000\r\n\r\n{")
                try await client.trickle(" ")
                #expect(client.statuses == [408])
            }
            // The server answers this request before its body has arrived.
            try await RawClient.with(port: server.port) { client in
                try await client.send("POST /v1/invites HTTP/1.1\r\nHost: sofa\r\nContent-Length: 60000\r\n\r\n{")
                try await client.trickle(" ")
                #expect(client.statuses == [401])
            }
        }
    }

    /// Shows rule 10.6.
    @Test("A connection without a further request is closed")
    func idle() async throws {
        try await TestServer.with(limits: .patient { $0.idleTimeout = .milliseconds(200) }) { server in
            let answer = try await RawClient.exchange(get + get, port: server.port)
            #expect(RawClient.statuses(answer) == [200, 200])
        }
    }
}
