import Server
import TestSupport
import Testing

@Suite("rules 20: fair use of connections", .enabled(if: hasManyAddresses, "this machine has one address alone"))
struct EdgeCrowdTests {
    private let get = "GET /health/live HTTP/1.1\r\nHost: sofa\r\n\r\n"

    private func with(
        _ connections: Int, ofAddress: Int = 1000, trustedProxies: Int = 0, _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let limits = EdgeLimits.patient { ($0.connections, $0.connectionsOfAddress) = (connections, ofAddress) }
        try await TestServer.with(trustedProxies: trustedProxies, limits: limits, body)
    }

    /// Opens this number of connections from an address, each with one answered request and then silence.
    private func crowd(_ count: Int, from source: String = "127.0.0.1", _ server: TestServer) async throws -> [RawClient] {
        var clients: [RawClient] = []
        for _ in 0..<count {
            let client = try await RawClient.open(port: server.port, from: source)
            try await client.send(get)
            try await client.untilAnswered()
            clients.append(client)
        }
        return clients
    }

    /// Shows rule 20.28.
    @Test(
        "A full server closes the longest idle connection of the address with the most, and answers the new one", arguments: [0, 1])
    func full(trustedProxies: Int) async throws {
        try await with(8, trustedProxies: trustedProxies) { server in
            let friend = try await crowd(1, from: "127.0.0.2", server)[0]
            let clients = try await crowd(20, server)
            try await clients[13].untilClosed()
            let probe = try await crowd(1, from: "127.0.0.2", server)[0]
            try await clients[14].untilClosed()
            #expect(!friend.isClosed && !probe.isClosed)
            #expect(clients.suffix(5).allSatisfy { !$0.isClosed })
            // The connection that was idle the longest has sent a request, so the server keeps it.
            try await friend.send(get)
            try await friend.untilAnswered(2)
            for client in clients + [friend, probe] { await client.close() }
        }
    }

    /// Shows rule 20.29.
    @Test("If all connections of a full share are busy, a new one is closed at once")
    func busyShare() async throws {
        try await with(100, ofAddress: 1) { server in
            let ada = try await server.person("ada")
            let pending = try await RawClient.open(port: server.port, from: "127.0.0.3")
            try await server.withSessionsLocked {
                try await pending.send("GET /v1/me HTTP/1.1\r\nHost: sofa\r\nAuthorization: Bearer \(ada.token)\r\n\r\n")
                try await server.waitingProcess()
                let one = try await RawClient.open(port: server.port, from: "127.0.0.3")
                try await one.untilClosed()
                #expect(one.received.isEmpty && !pending.isClosed)
                let friend = try await crowd(1, from: "127.0.0.2", server)[0]
                for client in [one, friend] { await client.close() }
            }
            try await pending.untilAnswered()
            #expect(pending.statuses == [200])
            // Now the connection is idle, and makes room.
            let next = try await crowd(1, from: "127.0.0.3", server)[0]
            try await pending.untilClosed()
            for client in [pending, next] { await client.close() }
        }
    }

    /// Shows rule 20.29.
    @Test("Behind a proxy one address stands for many clients, and has no share")
    func proxy() async throws {
        try await with(100, ofAddress: 3, trustedProxies: 1) { server in
            let clients = try await crowd(10, server)
            #expect(clients.allSatisfy { !$0.isClosed })
            for client in clients { await client.close() }
        }
    }
}

/// Whether all of 127.0.0.0/8 belongs to this machine, so that clients can use several addresses.
private let hasManyAddresses: Bool = {
    #if os(Linux)
        true
    #else
        false
    #endif
}()
