import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Takes connections, and says the same to all.
final class RawServer: Sendable {
    let url: URL
    private let connections: Counter

    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    private init(url: URL, connections: Counter) {
        self.url = url
        self.connections = connections
    }

    /// How many connections there were.
    var count: Int { connections.count.load(ordering: .relaxed) }

    /// - Parameter answer: to every request; none unless given.
    static func with(answer: String = "", _ body: (RawServer) async throws -> Void) async throws {
        let connections = Counter()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                connections.count.add(1, ordering: .relaxed)
                return channel.pipeline.addHandler(Answering(answer: answer))
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = channel.localAddress?.port, let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        do {
            try await body(RawServer(url: url, connections: connections))
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }
}

/// Answers when a request comes.
private final class Answering: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let answer: String

    init(answer: String) {
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !answer.isEmpty { context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil) }
    }
}
