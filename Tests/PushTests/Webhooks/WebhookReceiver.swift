import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// An HTTPS server within the test's process, with a certificate for `localhost` and this machine.
final class WebhookReceiver: Sendable {
    struct Request: Sendable {
        let head: HTTPRequestHead
        let body: String
    }

    struct Response: Sendable {
        var status = 204
        var headers: [(String, String)] = []
        var body = ""
        /// How long the receiver waits before it answers.
        var delay = TimeAmount.zero
        /// Whether the answer goes on without end.
        var isEndless = false
    }

    fileprivate struct State {
        var requests: [Request] = []
        var connections = 0
        var response: Response? = Response()
    }

    fileprivate let state = Mutex(State())
    private let listening = Mutex<(any Channel)?>(nil)

    var requests: [Request] { state.withLock { $0.requests } }
    /// The number of connections that were opened, also those without a request.
    var connections: Int { state.withLock { $0.connections } }
    var port: Int { listening.withLock { $0?.localAddress?.port ?? 0 } }

    /// Sets the response to later requests; nil for none.
    func answer(_ response: Response?) { state.withLock { $0.response = response } }

    /// Runs a receiver that has the certificate in a folder.
    static func run(_ folder: URL, _ body: (WebhookReceiver) async throws -> Void) async throws {
        let receiver = WebhookReceiver()
        let channel = try await ServerBootstrap.listen(folder) { channel in
            receiver.state.withLock { $0.connections += 1 }
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(Handler(receiver))
        }
        receiver.listening.withLock { $0 = channel }
        do { try await body(receiver) } catch {
            try? await channel.close().get()
            throw error
        }
        try? await channel.close().get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let receiver: WebhookReceiver
        private var head: HTTPRequestHead?
        private var body = ""

        init(_ receiver: WebhookReceiver) { self.receiver = receiver }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body(let bytes): body += String(buffer: bytes)
            case .end:
                guard let head else { return }
                let response = receiver.state.withLock { state in
                    state.requests.append(Request(head: head, body: body))
                    return state.response
                }
                guard let response else { return }
                let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                context.eventLoop.scheduleTask(in: response.delay) {
                    let (handler, context) = bound.value
                    handler.answer(response, context)
                }
            }
        }

        private func answer(_ response: Response, _ context: ChannelHandlerContext) {
            let head = HTTPResponseHead(
                version: .http1_1, status: .init(statusCode: response.status), headers: HTTPHeaders(response.headers))
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if response.isEndless {
                let block = ByteBuffer(repeating: 0x20, count: 64 * 1024)
                for _ in 0..<64 { context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(block))), promise: nil) }
                return
            }
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: response.body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}

extension ServerBootstrap {
    /// Listens for connections with TLS, with the certificate in a folder.
    /// - Parameter setUp: adds the handlers of a connection, behind that of TLS.
    static func listen(_ folder: URL, _ setUp: @escaping @Sendable (any Channel) throws -> Void) async throws -> any Channel {
        let certificates = try NIOSSLCertificate.fromPEMFile(folder.appending(path: "certificate.pem").path)
        let key = try NIOSSLPrivateKey(file: folder.appending(path: "key.pem").path, format: .pem)
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key)))
        return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    try setUp(channel)
                }
            }
            .bind(host: "0.0.0.0", port: 0).get()
    }
}
