import NIOCore
import NIOHTTP1

/// Serves one connection of a client, one request after another.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// The maximum number of bytes of a request's body. It is more than requests to control the stand-in need.
    private static let longestBody = 1 << 20

    private let standIn: TMDBStandIn
    private var request: WholeRequest?

    init(_ standIn: TMDBStandIn) {
        self.standIn = standIn
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): request = WholeRequest(head: head, body: ByteBuffer())
        case .body(var bytes):
            request?.body.writeBuffer(&bytes)
            if request?.body.readableBytes ?? 0 > Self.longestBody { context.close(promise: nil) }
        case .end:
            guard let request else { return }
            let reply = Reply(standIn: standIn, request: request, channel: context.channel)
            // An error means that the client disconnected, or that the stand-in ends.
            let sending = Task { try? await reply.send() }
            context.channel.closeFuture.whenComplete { _ in sending.cancel() }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError { standIn.record(RecordedRequest(malformed: error)) }
        context.close(promise: nil)
    }
}

/// A request together with its whole body.
struct WholeRequest {
    let head: HTTPRequestHead
    var body: ByteBuffer

    var path: Substring { head.uri.prefix { $0 != "?" } }
    var query: Query { Query(head.uri.dropFirst(path.count + 1)) }

    /// The path without the leading `/3`, with which rules are compared.
    var ruledPath: String { path.hasPrefix("/3/") ? String(path.dropFirst(2)) : String(path) }

    /// Whether the request has this key, either as the parameter `api_key` or as a bearer token.
    func shows(_ key: String) -> Bool {
        query["api_key"] == key || head.headers.first(name: "authorization") == "Bearer \(key)"
    }
}
