import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// An HTTPS server within the test's process that answers each request with the same bytes, whether they are a response or not.
enum RawReceiver {
    /// What follows the bytes.
    enum Ending: Sendable {
        /// The server closes the connection without the end of TLS (`close_notify`), as many programs do.
        case cut
        /// The connection stays open.
        case held
        /// Chunks of one byte follow, without end.
        case chunks
    }

    /// Runs a receiver that has the certificate in a folder.
    /// - Parameters:
    ///   - answer: the bytes that answer a request; none if it is empty.
    ///   - ending: what follows them.
    ///   - body: gets the receiver's port.
    static func run(_ folder: URL, _ answer: String, _ ending: Ending, _ body: (_ port: Int) async throws -> Void) async throws {
        let channel = try await ServerBootstrap.listen(folder) { channel in
            try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
            try channel.pipeline.syncOperations.addHandler(Handler(answer, ending))
        }
        do { try await body(channel.localAddress?.port ?? 0) } catch {
            try? await channel.close().get()
            throw error
        }
        try? await channel.close().get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = ByteBuffer

        private let answer: String
        private let ending: Ending

        init(_ answer: String, _ ending: Ending) {
            self.answer = answer
            self.ending = ending
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            guard !answer.isEmpty else { return end(context) }
            let written = context.eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenSuccess { self.end(context) }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: written)
        }

        private func end(_ context: ChannelHandlerContext) {
            switch ending {
            case .cut: try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self).close(promise: nil)
            case .held: break
            case .chunks: writeChunks(context)
            }
        }

        /// Writes a chunk every 10 milliseconds until the connection is closed.
        private func writeChunks(_ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "1\r\nx\r\n")), promise: nil)
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(10)) { self.writeChunks(context) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
