import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Stands between the decoder and the server. It counts requests and responses, refuses invalid framing, and ends the
/// connection when no further request can follow.
final class RequestFlowHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let bytes: InboundFlowHandler
    /// Called for each refusal that is sent, with the client's address.
    private let refused: @Sendable (Refusal, SocketAddress?) -> Void
    /// For each request without a response: whether the response has a body.
    private var answersHaveBodies: CircularBuffer<Bool> = []
    private var bodyParts = BodyAggregator()
    /// The refusal of a head, which replaces the last response.
    private var refusal: Refusal?
    private var isMuted = false
    /// Whether the client waits for `100 Continue` before it sends the body.
    private var isAwaited = false
    /// The values of the last head's `Origin` header.
    var requestOrigins: [String] = []
    /// The web origins whose pages may read refusals.
    private let origins: [String]
    /// Whether the client understands interim responses. HTTP/1.0 doesn't have them.
    var supportsInterimResponses = true
    /// Whether the current response has begun.
    private var isAnswering = false
    private let presence: TimeAmount
    private let parting: TimeAmount
    private var context: ChannelHandlerContext?
    private var asking: Alarm?
    /// Rings when a connection's time for one last request is over, at shutdown.
    private var leaving: Alarm?

    /// - Parameters:
    ///   - limits: the time limits for clients.
    ///   - origins: the web origins whose pages may read refusals.
    ///   - refused: called for each refusal that is sent, since no request is logged for it.
    init(
        _ bytes: InboundFlowHandler, _ limits: EdgeLimits, origins: [String], refused: @escaping @Sendable (Refusal, SocketAddress?) -> Void
    ) {
        self.bytes = bytes
        self.origins = origins
        presence = TimeAmount(limits.presence)
        parting = TimeAmount(limits.parting)
        self.refused = refused
        bytes.inputClosed = { [weak self] in self?.startProbing() }
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        asking?.stop()
        leaving?.stop()
        self.context = nil
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !bytes.isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard let framing = Framing(head) else { return refuse(context, HTTPParserError.unknown) }
            bytes.begin(framing, isLast: head.isLast)
            isAwaited = framing != .length(0) && head.expectsContinue
            answersHaveBodies.append(head.method != .head)
            bodyParts = BodyAggregator()
            context.fireChannelRead(data)
        case .body(let part):
            isAwaited = false
            let gathered = bodyParts.add(part)
            if bodyParts.hasTinyParts { return refuse(context, HTTPParserError.invalidChunkSize) }
            handOn(gathered, context)
        case .end:
            handOn(bodyParts.take(), context)
            bytes.end()
            context.fireChannelRead(data)
            if bytes.isOver { leave(context) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        handOn(bodyParts.take(), context)
        context.fireChannelReadComplete()
    }

    private func handOn(_ part: ByteBuffer?, _ context: ChannelHandlerContext) {
        if let part { context.fireChannelRead(wrapInboundOut(.body(part))) }
    }

    /// Refuses the request after any error on the way in. The client or the connection is at fault, so the server
    /// answers 400 or 408.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !bytes.isOver else { return }
        if let fault = error as? HeadFault { return refuse(context, HTTPParserError.unknown, detail: fault.detail) }
        refuse(context, error is BodyTimedOut || error is HTTPParserError ? error : HTTPParserError.closedConnection)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: quiesce(context)
        case ChannelEvent.inputClosed:
            bytes.finish()
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func refuse(_ context: ChannelHandlerContext, _ error: any Error, detail: String? = nil) {
        if bytes.refuse() {
            refusal = Refusal(detail: detail, to: origins, named: requestOrigins)
            answersHaveBodies.append(true)
        }
        context.fireErrorCaught(error)
    }

    /// Handles the server's shutdown. A response that hasn't begun announces the end of the connection, and no
    /// request is read after it. If no request is in flight, or the response has already begun, the client may be
    /// about to send one more request. That one is answered before the connection ends.
    private func quiesce(_ context: ChannelHandlerContext) {
        guard parting > .zero, !bytes.isAsked || isAnswering else { return finish(context) }
        bytes.part()
        leaving = Alarm(context.eventLoop) { [weak self] in
            if let self, let context = self.context { finish(context) }
        }
        leaving?.set(parting)
    }

    private func finish(_ context: ChannelHandlerContext) {
        bytes.finish()
        if bytes.isQuiet { context.close(promise: nil) } else if bytes.isOver { leave(context) }
    }

    /// Ends the connection as if the client had closed its sending side: the server sends its responses and closes.
    private func leave(_ context: ChannelHandlerContext) {
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    // MARK: Probing for a client that is gone

    /// Begins to probe a client that has closed its sending side. A client that vanished and one that only closed its
    /// sending side look the same until the server writes, since the former resets the connection. So while the
    /// client waits, the server sends `102 Processing`, which clients accept (RFC 9110, 15.2). A proxy that keeps its
    /// sending side open, as nginx does, is never probed.
    private func startProbing() {
        guard let context, asking == nil else { return }
        asking = Alarm(context.eventLoop) { [weak self] in self?.sendProcessing() }
        asking?.set(presence)
    }

    private func sendProcessing() {
        asking?.set(presence * 4)
        guard let context, supportsInterimResponses, !isAnswering, !answersHaveBodies.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .init(code: 102, reasonPhrase: "Processing")))), promise: nil)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        // If a body fails after its response was written, the request would get a second response.
        if case .head = part {
            isAnswering = true
            isMuted = answersHaveBodies.isEmpty
            bytes.beginAnswer(isAwaited: isAwaited)
            isAwaited = false
        }
        guard !isMuted else { promise?.succeed(); return }
        switch part {
        case .head(let head): write(head, context, promise)
        case .body where answersHaveBodies.first == false: promise?.succeed()
        case .body: context.write(data, promise: promise)
        case .end:
            isAnswering = false
            answersHaveBodies.removeFirst()
            context.write(data, promise: promise)
            if bytes.answer() { leaveSoon(context) }
        }
    }

    /// Scheduled, because the write of a response is still running.
    private func leaveSoon(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().execute { [self] in leave(context) }
    }

    /// Sends `100 Continue` once, and only if no byte of the body has arrived and no response has begun.
    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyWanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        if isAwaited, !bytes.isOver {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        isAwaited = false
        promise?.succeed()
    }

    private func write(_ head: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        if let refusal, bytes.isEnding {
            refused(refusal, context.remoteAddress)
            context.write(wrapOutboundOut(.head(refusal.head)), promise: promise)
            return context.write(wrapOutboundOut(.body(refusal.body)), promise: nil)
        }
        var head = head
        if bytes.isEnding { head.headerFields[.connection] = "close" }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
