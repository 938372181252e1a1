import DavenportAPI
import Foundation
import Server
import Synchronization
import TestSupport
import Testing

@Suite("rules 20: shutdown, whatever clients do")
struct ShutdownTests {
    /// Shows rule 20.16.
    @Test("Clients that don't read, or send slowly, don't delay the shutdown", .generousTimeLimit)
    func stubborn() async throws {
        let clients = Mutex<[RawClient]>([])
        try await TestServer.with(limits: .patient { $0.shutdownTimeout = .milliseconds(300) }) { server in
            let large = "GET /openapi.json HTTP/1.1\r\nHost: sofa\r\n\r\n"
            let begun = "POST /v1/users HTTP/1.1\r\nHost: sofa\r\nContent-Length: 50\r\n\r\n{"
            for (text, isReading) in [(String(repeating: large, count: 200), false), (begun, true), ("GET /", true)] {
                let client = try await RawClient.open(port: server.port, isReading: isReading)
                clients.withLock { $0.append(client) }
                try await client.send(text)
            }
            #expect(try await server.call(.get, "/health/live").status == 200)
        }
        for client in clients.withLock({ $0 }) { await client.close() }
    }

    /// Shows rule 20.16.
    @Test("A request in flight completes, while new connections are refused and waiting requests are dropped")
    func inFlight() async throws {
        try await TestServer.with { server in
            let (me, useCases) = (try await me(server), server.serving())
            let (ports, ready) = AsyncStream.makeStream(of: Int.self)
            let answer = Mutex<Task<String, any Error>?>(nil)
            async let end: Void = TestServer.serve(useCases, limits: .patient()) { _, port in
                ready.yield(port)
                try await server.waitingProcess()
            }
            let port = try #require(await ports.first { _ in true })
            try await server.withSessionsLocked {
                answer.withLock { $0 = Task { try await RawClient.exchange(me + me, port: port) } }
                try await eventually("no new connection is taken") { (try? await RawClient.with(port: port) { _ in }) == nil }
            }
            try await end
            let text = try await #require(answer.withLock { $0 }).value
            #expect(RawClient.statuses(text) == [200])
            #expect(text.contains("Connection: close"))
        }
    }

    /// Shows rule 20.16.
    @Test("A connection without a further request is closed after a while", .generousTimeLimit)
    func silent() async throws {
        try await TestServer.with { server in
            let kept = Mutex<RawClient?>(nil)
            try await TestServer.serve(server.serving(), limits: .patient { $0.lastRequestWindow = .milliseconds(100) }) { _, port in
                let client = try await Self.keeping(port)
                kept.withLock { $0 = client }
            }
            #expect(kept.withLock { $0 }?.statuses == [200])
        }
    }

    private static let page = "GET /docs HTTP/1.1\r\nHost: sofa\r\n\r\n"

    /// Opens a connection on which one request was answered.
    private static func keeping(_ port: Int) async throws -> RawClient {
        let client = try await RawClient.open(port: port)
        try await client.send(page)
        try await client.untilAnswered()
        return client
    }

    /// Shows rule 20.16.
    @Test("During the notice period the server works as always, and its readiness check says that it will end", .generousTimeLimit)
    func notice() async throws {
        try await TestServer.with { server in
            let (ports, ready) = AsyncStream.makeStream(of: Int.self)
            let useCases = server.serving()
            let serving = Task {
                try await TestServer.serve(useCases, limits: .patient { $0.shutdownNotice = .seconds(600) }) { _, port in
                    ready.yield(port)
                }
            }
            let port = try #require(await ports.first { _ in true })
            for path in ["/health/live", "/health/ready"] {
                try await eventually("\(path) says so") { try await server.call(.get, path, port: port).status == 503 }
            }
            #expect(try await server.call(.get, "/openapi.json", port: port).status == 200)
            serving.cancel()
            _ = await serving.result
        }
    }

    /// Shows rule 20.16.
    @Test("A request that doesn't end in time is cancelled, which is no error", .generousTimeLimit)
    func cancelled() async throws {
        let log = LogRecorder()
        try await TestServer.with { server in
            let me = try await me(server)
            try await server.withSessionsLocked {
                try await TestServer.serve(
                    server.serving(), limits: .patient { $0.shutdownTimeout = .milliseconds(300) }, logger: log.logger
                ) {
                    _, port in
                    let client = Task { try await RawClient.exchange(me, port: port) }
                    try await server.waitingProcess()
                    _ = client
                }
            }
        }
        #expect(!log.text.contains("failed"), "\(log.text)")
    }

    private func me(_ server: TestServer) async throws -> String {
        "GET /v1/me HTTP/1.1\r\nHost: sofa\r\nAuthorization: Bearer \(try await server.person("ada").token)\r\n\r\n"
    }
}
