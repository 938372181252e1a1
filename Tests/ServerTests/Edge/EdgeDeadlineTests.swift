import Server
import TestSupport
import Testing

@Suite("rules 10: a client that takes its time is waited for so long and no longer")
struct EdgeDeadlineTests {
    private let get = "GET /health/live HTTP/1.1\r\nHost: sofa\r\n\r\n"

    /// Shows rule 10.6.
    @Test("A connection on which nothing comes is closed")
    func silent() async throws {
        try await TestServer.with(limits: .patient { $0.head = .milliseconds(200) }) { server in
            let answer = try await RawClient.exchange("", port: server.port)
            #expect(answer == "")
        }
    }

    /// Shows rule 10.6.
    @Test("The head of a second request has its deadline too, and a byte now and then doesn't move it")
    func secondHead() async throws {
        try await TestServer.with(limits: .patient { $0.head = .seconds(2) }) { server in
            try await RawClient.with(port: server.port) { client in
                try await client.send(get)
                try await client.untilAnswered()
                try await client.send("GET /")
                try await client.trickle("x")
                #expect(client.statuses == [200])
            }
        }
    }

    @Test("The deadline of a head begins with its first byte, also where that came along with the request before")
    func firstByteAlong() async throws {
        try await TestServer.with(limits: .patient { $0.head = .seconds(2) }) { server in
            for before in [get, "POST /v1/sessions HTTP/1.1\r\nHost: sofa\r\nContent-Length: 2\r\n\r\n{}"] {
                let answer = try await RawClient.exchange(before + "G", port: server.port)
                #expect(RawClient.statuses(answer).count == 1)
            }
        }
    }

    /// Shows rule 10.6.
    @Test("A body has its deadline, however it comes; who waits for it is told")
    func body() async throws {
        try await TestServer.with(limits: .patient { $0.body = .milliseconds(200) }) { server in
            try await RawClient.with(port: server.port) { client in
                try await client.send("POST /v1/users HTTP/1.1\r\nHost: sofa\r\nContent-Length: 60000\r\n\r\n{")
                try await client.trickle(" ")
                #expect(client.statuses == [408])
            }
            // Answered before its body is there.
            try await RawClient.with(port: server.port) { client in
                try await client.send("POST /v1/invites HTTP/1.1\r\nHost: sofa\r\nContent-Length: 60000\r\n\r\n{")
                try await client.trickle(" ")
                #expect(client.statuses == [401])
            }
        }
    }

    /// Shows rule 10.6.
    @Test("A connection on which nothing further is asked is closed")
    func idle() async throws {
        try await TestServer.with(limits: .patient { $0.idle = .milliseconds(200) }) { server in
            let answer = try await RawClient.exchange(get + get, port: server.port)
            #expect(RawClient.statuses(answer) == [200, 200])
        }
    }

    /// Shows rule 10.6.
    @Test("A request that waits for its answer is cut by no deadline, also where the next one is late")
    func pending() async throws {
        let limits = EdgeLimits.patient { ($0.head, $0.body, $0.idle) = (.seconds(2), .seconds(2), .seconds(2)) }
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
                    #expect(late.statuses == [200])
                }
            }
        }
    }
}
