import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Accepts connections, and sends the same answer on each of them.
final class RawServer: Sendable {
    let url: URL
    private let connections: Counter

    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    private init(url: URL, connections: Counter, requests: AsyncStream<Void>) {
        self.url = url
        self.connections = connections
        self.requests = requests
    }

    /// The number of connections so far.
    var count: Int { connections.count.load(ordering: .relaxed) }
    /// Yields an element for each request that arrives.
    let requests: AsyncStream<Void>

    /// - Parameter answer: the answer to every request; by default the server sends none.
    static func with(answer: String = "", _ body: (RawServer) async throws -> Void) async throws {
        let connections = Counter()
        let (requests, arrivals) = AsyncStream.makeStream(of: Void.self)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                connections.count.add(1, ordering: .relaxed)
                return channel.pipeline.addHandler(Answering(answer: answer, arrivals: arrivals))
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = channel.localAddress?.port, let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        do {
            try await body(RawServer(url: url, connections: connections, requests: requests))
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }
}

/// Answers each request.
private final class Answering: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String
    private let arrivals: AsyncStream<Void>.Continuation

    init(answer: String, arrivals: AsyncStream<Void>.Continuation) {
        self.answer = answer
        self.arrivals = arrivals
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        arrivals.yield()
        if !answer.isEmpty { context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil) }
    }
}
