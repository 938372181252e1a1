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

    /// Shows rule 20.28.
    @Test("Connections that never sent anything make room too")
    func silent() async throws {
        try await with(4) { server in
            var clients: [RawClient] = []
            for _ in 0..<12 { clients.append(try await RawClient.open(port: server.port)) }
            let probe = try await crowd(1, from: "127.0.0.2", server)[0]
            #expect(!probe.isClosed)
            try await eventually("they make room") { clients.count { $0.isClosed } >= 9 }
            for client in clients + [probe] { await client.close() }
        }
    }

    /// Shows rule 20.28.
    @Test("A connection with a request or an answer in progress is never closed, and idle ones are closed first")
    func busy() async throws {
        try await with(6) { server in
            let ada = try await server.person("ada")
            let pending = try await RawClient.open(port: server.port)
            let sending = try await RawClient.open(port: server.port)
            try await sending.send(get)
            try await sending.untilAnswered()
            try await server.withSessionsLocked {
                try await pending.send("GET /v1/me HTTP/1.1\r\nHost: sofa\r\nAuthorization: Bearer \(ada.token)\r\n\r\n")
                try await server.waitingProcess()
                try await sending.send("GET /health/live HTTP/1.1\r\nHo")
                let clients = try await crowd(20, server)
                try await clients[15].untilClosed()
                #expect(!pending.isClosed && !sending.isClosed)
                for client in clients { await client.close() }
            }
            try await sending.send("st: sofa\r\n\r\n")
            try await sending.untilAnswered(2)
            try await pending.untilAnswered()
            #expect(pending.statuses == [200] && sending.statuses == [200, 200])
            for client in [pending, sending] { await client.close() }
        }
    }

    /// Shows rule 20.29.
    @Test("An address beyond its share loses its own longest idle connection, even if there is room")
    func share() async throws {
        try await with(100, ofAddress: 3) { server in
            let friend = try await crowd(1, from: "127.0.0.2", server)[0]
            let clients = try await crowd(5, server)
            for client in clients.prefix(2) { try await client.untilClosed() }
            #expect(clients.suffix(3).allSatisfy { !$0.isClosed } && !friend.isClosed)
            for client in clients + [friend] { await client.close() }
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
