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
    @Test("The head of a second request has its deadline too, which a byte now and then doesn't extend")
    func secondHead() async throws {
        try await TestServer.with(limits: .patient { $0.headTimeout = .seconds(2) }) { server in
            try await RawClient.with(port: server.port) { client in
                try await client.send(get)
                try await client.untilAnswered()
                try await client.send("GET /")
                try await client.trickle("x")
                #expect(client.statuses == [200, 408])
            }
        }
    }

    @Test("The deadline of a head begins with its first byte, also if that arrived with the previous request")
    func firstByteAlong() async throws {
        try await TestServer.with(limits: .patient { $0.headTimeout = .seconds(2) }) { server in
            for before in [get, "POST /v1/sessions HTTP/1.1\r\nHost: sofa\r\nContent-Length: 2\r\n\r\n{}"] {
                let answer = try await RawClient.exchange(before + "G", port: server.port)
                let statuses = RawClient.statuses(answer)
                #expect(statuses.count == 2 && statuses.last == 408)
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

    /// Shows rule 10.6.
    @Test("No deadline cuts a request that waits for its answer, even if the next one is late")
    func pending() async throws {
        let limits = EdgeLimits.patient { ($0.headTimeout, $0.bodyTimeout, $0.idleTimeout) = (.seconds(2), .seconds(2), .seconds(2)) }
        try await TestServer.with(limits: limits) { server in
            let ada = try await server.person("ada")
            let me = "GET /v1/me HTTP/1.1\r\nHost: sofa\r\nAuthorization: Bearer \(ada.token)\r\n\r\n"
            try await RawClient.with(port: server.port) { pending in
                try await RawClient.with(port: server.port) { late in
                    try await server.withSessionsLocked {
                        try await pending.send(me)
                        try await late.send(me + "GET")
                        try await server.waitingProcess()
                        _ = try await RawClient.exchange("", port: server.port)
                        _ = try await RawClient.exchange(get, port: server.port)
                    }
                    try await pending.untilAnswered()
                    try await late.untilClosed()
                    #expect(pending.statuses == [200])
                    #expect(late.statuses == [200, 408])
                }
            }
        }
    }
}
