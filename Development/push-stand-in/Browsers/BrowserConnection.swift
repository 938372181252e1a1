import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL

/// Answers the requests of one connection or, with HTTP/2, of one stream.
///
/// `POST /subscriptions?key=…` hands out a subscription, and `POST /push/ID` takes a message.
final class BrowserConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// More than any message has, so the rest isn't kept.
    private static let largest = 1 << 16

    private let service: BrowserService
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()

    init(_ service: BrowserService) {
        self.service = service
    }

    /// Prepares TLS with the stand-in's certificate.
    /// - Returns: a function that adds the handlers to a new connection.
    static func connecting(
        to service: NIOLoopBound<BrowserService>, _ certificates: Certificates
    ) throws -> @Sendable (any Channel) throws -> Void {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificates.certificate.path).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: certificates.key.path, format: .pem)))
        configuration.applicationProtocols = ["h2", "http/1.1"]
        let context = try NIOSSLContext(configuration: configuration)
        return { channel in
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            _ = channel.configureCommonHTTPServerPipeline { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(BrowserConnection(service.value))
                }
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, ByteBuffer())
        case .body(let part): if body.readableBytes < Self.largest { body.writeImmutableBuffer(part) }
        case .end:
            guard let head else { return }
            answer(head, context)
            service.flush()
        }
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let parts = head.uri.split(separator: "?", maxSplits: 1)
        let path = parts.first.map(String.init) ?? ""
        if head.method == .POST, path == "/subscriptions" {
            let sender = parts.count > 1 && parts[1].hasPrefix("key=") ? String(parts[1].dropFirst(4)) : ""
            return send(201, body: service.subscribe(for: sender), on: context)
        }
        guard head.method == .POST, path.hasPrefix("/push/") else { return send(404, on: context) }
        guard let (status, rule) = service.take(head, id: String(path.dropFirst("/push/".count)), body: body) else { return }
        guard status > 0 else { return context.close(promise: nil) }
        guard let delay = rule?.delay else { return send(status, rule, on: context) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(delay * 1e9))) { self.send(status, rule, on: bound.value) }
    }

    private func send(_ status: Int, _ rule: Rule? = nil, body text: String = "", on context: ChannelHandlerContext) {
        var headers = HTTPHeaders()
        if let retryAfter = rule?.retryAfter { headers.add(name: "retry-after", value: retryAfter) }
        if let location = rule?.location { headers.add(name: "location", value: location) }
        if rule?.size == nil { headers.add(name: "content-length", value: String(text.utf8.count)) }
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let size = rule?.size { return stream(size, context) }
        if !text.isEmpty { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Sends a body of any length, as fast as the client reads it. With 0 bytes, it never ends.
    private func stream(_ size: Int, _ context: ChannelHandlerContext) {
        guard size > 0 else { return context.flush() }
        let part = ByteBuffer(repeating: UInt8(ascii: "x"), count: min(size, 1 << 16))
        let rest = size - part.readableBytes
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(part))), promise: written)
        written.futureResult.assumeIsolated().whenSuccess {
            if rest > 0 { return self.stream(rest, bound.value) }
            bound.value.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
