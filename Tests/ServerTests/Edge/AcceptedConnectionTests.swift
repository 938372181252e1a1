import Domain
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("rules 20: connections accepted during shutdown")
struct AcceptedConnectionTests {
    /// Shows rule 20.16.
    @Test("A connection accepted while the server ends is closed without an error")
    func dropped() async throws {
        let taken = Atomic(0)
        let edge = EdgeChannel(
            limits: .ofTests, connections: ConnectionTable(.ofTests, isDirect: true), metrics: HTTPMetrics(ServerOptions().metrics),
            origins: [],
            refused: { _, _ in }
        ) { _, _ in .answered(Response(status: .noContent)) }
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        let server = try await bootstrap.bind(host: "127.0.0.1", port: 0) { channel -> EventLoopFuture<AcceptedConnection> in
            edge.setup(channel: channel, logger: Logger.quiet).always { _ in taken.add(1, ordering: .relaxed) }
        }
        let client = try await RawClient.open(port: server.channel.localAddress?.port ?? 0)
        try await eventually("the connection is taken") { taken.load(ordering: .relaxed) == 1 }
        let serving = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await server.executeThenClose { inbound in
                for try await _ in inbound { Issue.record("it is served") }
            }
        }
        _ = await serving.result
        try await client.untilClosed()
        #expect(client.received.isEmpty)
    }
}
