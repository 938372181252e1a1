import NIOCore
import NIOPosix
import TestSupport

/// A connection on which a test sends arbitrary bytes once.
enum Connection {
    /// Sends the bytes, and returns everything that the server sends until it closes the connection.
    /// - Parameter waitLimit: the longest wait, because the server may be waiting for more bytes.
    static func exchange(_ bytes: [UInt8], port: Int, waitLimit: TimeAmount? = nil) async throws -> [UInt8] {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let done = loop.makePromise(of: [UInt8].self)
        let channel = try await ClientBootstrap.patient(loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Gatherer(done)) }
            }
            .connect(host: "127.0.0.1", port: port).get()
        channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        if let waitLimit { loop.scheduleTask(in: waitLimit) { channel.close(promise: nil) } }
        return try await done.futureResult.get()
    }
}

/// Collects all bytes until the connection ends.
private final class Gatherer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let done: EventLoopPromise<[UInt8]>
    private var gathered: [UInt8] = []

    init(_ done: EventLoopPromise<[UInt8]>) {
        self.done = done
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        gathered += unwrapInboundIn(data).readableBytesView
    }

    func channelInactive(context: ChannelHandlerContext) {
        done.succeed(gathered)
    }

    /// The server may reset the connection while this client still writes. The bytes received before that count.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
