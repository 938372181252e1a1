import NIOCore
import NIOHTTP1

/// A request together with its whole body.
package struct WholeRequest: Sendable {
    package let head: HTTPRequestHead
    package fileprivate(set) var body = ByteBuffer()

    package var path: Substring { head.uri.prefix { $0 != "?" } }
    /// The query, without its question mark.
    package var query: Substring { head.uri.dropFirst(path.count + 1) }

    /// Returns the value of the first header with this name; nil if there is none.
    package func header(_ name: String) -> String? { head.headers.first(name: name) }
}

/// Collects the parts of each request of a connection.
package final class RequestCollector: ChannelInboundHandler {
    package typealias InboundIn = HTTPServerRequestPart

    /// The maximum number of bytes of a request's body that are kept. It is more than any right request has.
    private static let longestBody = 1 << 20

    private let answer: (WholeRequest, any Channel) -> Void
    private var request: WholeRequest?

    /// - Parameter answer: is called for each request when it has arrived completely.
    package init(answer: @escaping (WholeRequest, any Channel) -> Void) {
        self.answer = answer
    }

    /// Keeps a part of a request, and answers the request with its last part.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): request = WholeRequest(head: head)
        case .body(let part): if request?.body.readableBytes ?? 0 < Self.longestBody { request?.body.writeImmutableBuffer(part) }
        case .end: if let request { answer(request, context.channel) }
        }
    }

    /// Closes the connection, because its input isn't HTTP or the client has gone.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
