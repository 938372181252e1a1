import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Stands between NIO's decoder and the requests' tasks. It translates parts of requests into events of the
/// connection, and parts of responses into bytes.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionHandler
    private let edge: EdgeChannel
    /// The values of the last head's `Origin` header.
    private var requestOrigins: [String] = []
    private var context: ChannelHandlerContext?

    init(_ connection: ConnectionHandler, _ edge: EdgeChannel) {
        (self.connection, self.edge) = (connection, edge)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.requests = self
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        connection.requests = nil
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): receive(head)
        case .body(let part): connection.handle(.body(part))
        case .end: connection.handle(.end)
        }
    }

    private func receive(_ head: HTTPRequestHead) {
        requestOrigins = head.headers["origin"]
        do {
            let request = try HTTPRequest(head.normalized(), secure: false, splitCookie: false)
            connection.handle(.head(request, supportsInterim: !head.isOld))
        } catch {
            connection.handle(.malformed(detail: (error as? HeadFault)?.detail))
        }
    }

    /// Treats each error of the decoder and of the socket as malformed input, because the client or the connection is
    /// at fault.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        connection.handle(.malformed(detail: nil))
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        connection.answer(unwrapOutboundIn(data), promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let signal = event as? BodySignal else { return context.triggerUserOutboundEvent(event, promise: promise) }
        connection.handle(.signal(signal))
        promise?.succeed()
    }

    /// Writes a part of a response.
    func send(_ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>? = nil) {
        guard let context else { promise?.fail(ChannelError.ioOnClosedChannel); return }
        let part: HTTPServerResponsePart =
            switch part {
            case .head(let head): .head(HTTPResponseHead(head))
            case .body(let bytes): .body(.byteBuffer(bytes))
            case .end(let trailers): .end(trailers.map(HTTPHeaders.init))
            }
        context.write(wrapOutboundOut(part), promise: promise)
    }

    func flush() {
        context?.flush()
    }

    /// Writes the response to bytes that aren't a valid request.
    func refuse(_ detail: String?) {
        let refusal = Refusal(detail: detail, to: edge.origins, named: requestOrigins)
        edge.refused(refusal, context?.remoteAddress)
        send(.head(refusal.head))
        send(.body(refusal.body))
        send(.end(nil))
    }
}
