import AsyncHTTPClient
import CoreMetrics
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Prometheus

@Suite("rules 22: the metrics port")
struct MetricsEndpointTests {
    private func with(
        _ registry: Registry, waitLimit: Duration = .seconds(600), _ body: (MetricsEndpoint) async throws -> Void
    ) async throws {
        let endpoint = try await MetricsEndpoint.open(host: "127.0.0.1", port: 0, of: registry, waitLimit: waitLimit)
        do { try await body(endpoint) } catch {
            await endpoint.close()
            throw error
        }
        await endpoint.close()
    }

    private func ask(
        _ path: String, of endpoint: MetricsEndpoint, method: String = "GET"
    ) async throws -> (status: Int, type: String, text: String) {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(endpoint.port)\(path)")
        request.method = .init(rawValue: method)
        let response = try await HTTPClient.patient.execute(request, timeout: .seconds(600))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        return (Int(response.status.code), response.headers.first(name: "content-type") ?? "", text)
    }

    /// Connects, and sends nothing or this text.
    private func connect(_ endpoint: MetricsEndpoint, saying text: String = "") async throws -> any Channel {
        let channel = try await ClientBootstrap.patient()
            .connect(host: "127.0.0.1", port: endpoint.port).get()
        if !text.isEmpty { try await channel.writeAndFlush(ByteBuffer(string: text)).get() }
        return channel
    }

    /// Shows rule 22.8.
    @Test("The port serves the metrics at /metrics to GET only, and nothing on other paths")
    func answers() async throws {
        let registry = Registry([])
        Counter(label: "asked", factory: registry).increment()
        try await with(registry) { endpoint in
            let answer = try await ask("/metrics?x=y", of: endpoint)
            #expect(answer == (200, "text/plain; version=0.0.4; charset=utf-8", "# HELP asked asked\n# TYPE asked counter\nasked 1\n"))
            #expect(try await ask("/", of: endpoint).status == 404)
            #expect(try await ask("/metrics/..", of: endpoint).status == 404)
            #expect(try await ask("/metrics", of: endpoint, method: "POST").status == 405)
        }
    }

    /// Shows rule 22.8.
    @Test("However frequent requests are, the page is rendered about once a second")
    func flooded() async throws {
        let (registry, made) = (Registry([]), Made())
        registry.gauge("made", "How often.") { Double(made.count.add(1, ordering: .relaxed).newValue) }
        try await with(registry) { endpoint in
            let began = ContinuousClock.now
            for _ in 0..<20 {
                try await concurrently(0..<10) { _ in try await #require(ask("/metrics", of: endpoint).status == 200) }
            }
            let seconds = Int((ContinuousClock.now - began) / .seconds(1)) + 2
            #expect(made.count.load(ordering: .relaxed) <= seconds)
        }
    }

    /// Shows rule 22.8.
    @Test("The port accepts a few silent connections, closes each after a while, and serves others")
    func slow() async throws {
        let registry = Registry([])
        try await with(registry, waitLimit: .milliseconds(300)) { endpoint in
            var idle: [any Channel] = []
            for number in 0..<100 {
                if let channel = try? await connect(endpoint, saying: number % 2 == 0 ? "" : "GET /metrics HTTP/1.1\r\nX: ") {
                    idle.append(channel)
                }
            }
            for channel in idle { try await channel.closeFuture.get() }
            // On a busy machine this request too can take longer than the limit.
            try await eventually("others are served") { (try? await ask("/metrics", of: endpoint))?.status == 200 }
        }
    }

    /// Shows rule 22.8.
    @Test("A client that closes its sending side gets its answer, and one without a request is closed")
    func halfClosed() async throws {
        let registry = Registry([])
        Counter(label: "asked", factory: registry).increment()
        try await with(registry) { endpoint in
            let answer = try await exchange("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\nasked 1\n"))
            for begun in ["", "GET /met"] {
                let answer = try await exchange(begun, endpoint)
                #expect(!answer.contains("asked"))
            }
        }
    }

    /// Sends a text, closes the sending side, and returns everything that arrives.
    private func exchange(_ text: String, _ endpoint: MetricsEndpoint) async throws -> String {
        let heard = Heard()
        let channel = try await ClientBootstrap.patient()
            .channelInitializer { $0.pipeline.addHandler(heard) }
            .connect(host: "127.0.0.1", port: endpoint.port).get()
        if !text.isEmpty { try await channel.writeAndFlush(ByteBuffer(string: text)).get() }
        // The server may already have answered and closed the connection.
        try? await channel.close(mode: .output).get()
        try await channel.closeFuture.get()
        return heard.text.withLock { $0 }
    }

    /// Shows rule 22.8.
    @Test("Connections beyond the limit are closed at once")
    func crowded() async throws {
        try await with(Registry([])) { endpoint in
            var idle: [any Channel] = []
            for _ in 0...MetricsEndpoint.connections { idle.append(try await connect(endpoint)) }
            // The thread that accepts first decides which connection that is.
            try await eventually("one is closed") { idle.count { $0.isActive } == MetricsEndpoint.connections }
            for channel in idle { try? await channel.close().get() }
            try await eventually("there is room again") { (try? await ask("/metrics", of: endpoint).status) == 200 }
        }
    }

    /// Shows rule 22.8.
    @Test("An unusable address is reported with its reason")
    func unusable() async throws {
        try await with(Registry([])) { endpoint in
            for (host, port, reason, isOfHost) in [
                ("127.0.0.1", endpoint.port, "another program listens there", false),
                ("192.0.2.1", 0, "this machine has no such address", true), ("no such host", 0, "it is no address to listen at", true),
            ] {
                let error = await #expect(throws: AddressUnusable.self) {
                    _ = try await MetricsEndpoint.open(host: host, port: port, of: Registry([]))
                }
                #expect(error?.reason == reason && error?.isOfHost == isOfHost)
            }
        }
    }
}

private final class Heard: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    let text = Mutex("")

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = String(buffer: unwrapInboundIn(data))
        text.withLock { $0 += part }
    }
}

private final class Made: Sendable {
    let count = Atomic(0)
}
