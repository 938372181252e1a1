import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Stands between the decoder and the server: counts what is asked and answered, refuses what is framed oddly, and ends the conversation
/// where nothing more can come.
final class RequestFlowHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let bytes: InboundFlowHandler
    /// Told of each refusal that goes out, and where to.
    private let refused: @Sendable (Refusal, SocketAddress?) -> Void
    /// Of each request that waits for its answer, whether that has a body.
    private var answersHaveBodies: CircularBuffer<Bool> = []
    private var bodyParts = BodyParts()
    /// What is answered in place of the last answer, where a head was refused.
    private var refusal: Refusal?
    private var isMuted = false
    /// Whether the other end waits to be told that its body is wanted.
    private var isAwaited = false
    /// What the head that came last says is its page's origin.
    var namedOrigins: [String] = []
    /// Those whose pages may read refusals.
    private let origins: [String]
    /// Whether the client takes answers that are none yet: HTTP/1.0 knows no such.
    var takesNews = true
    /// Whether the answer that goes out now has begun.
    private var isAnswering = false
    private let presence: TimeAmount
    private let parting: TimeAmount
    private var context: ChannelHandlerContext?
    private var asking: Alarm?
    /// Rings when a connection has had its time to ask for one thing more.
    private var leaving: Alarm?

    /// - Parameters:
    ///   - limits: how long the other end has for what.
    ///   - origins: those whose pages may read refusals.
    ///   - refused: told of each refusal that goes out, since no request stands behind it.
    init(
        _ bytes: InboundFlowHandler, _ limits: EdgeLimits, origins: [String], refused: @escaping @Sendable (Refusal, SocketAddress?) -> Void
    ) {
        self.bytes = bytes
        self.origins = origins
        presence = TimeAmount(limits.presence)
        parting = TimeAmount(limits.parting)
        self.refused = refused
        bytes.inputClosed = { [weak self] in self?.askForPresence() }
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
            bodyParts = BodyParts()
            context.fireChannelRead(data)
        case .body(let part):
            isAwaited = false
            let gathered = bodyParts.add(part)
            if bodyParts.isCrumbled { return refuse(context, HTTPParserError.invalidChunkSize) }
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

    /// Whatever goes wrong on the way in, the connection or the client is at fault, and the server makes a 400 of it, or a 408.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !bytes.isOver else { return }
        if let fault = error as? HeadFault { return refuse(context, HTTPParserError.unknown, detail: fault.detail) }
        refuse(context, error is LateBody || error is HTTPParserError ? error : HTTPParserError.closedConnection)
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
            refusal = Refusal(detail: detail, to: origins, named: namedOrigins)
            answersHaveBodies.append(true)
        }
        context.fireErrorCaught(error)
    }

    /// The server ends. An answer that has not begun yet says that it is the connection's last, and nothing comes after it. Where none is
    /// waited for, or it has said otherwise, whoever keeps the connection may be about to ask: that is answered, and then it is over.
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

    /// As if the client had closed its end: the server answers what it has, and closes.
    private func leave(_ context: ChannelHandlerContext) {
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    // MARK: Whether anybody is there

    /// Whoever is gone and whoever only sends nothing more look the same until something is written to them: the one resets the connection.
    /// So they are told that they are being served, which clients take (RFC 9110, 15.2), while they have to wait. A proxy
    /// that keeps its side of the connection open, as nginx does, is never told so.
    private func askForPresence() {
        guard let context, asking == nil else { return }
        asking = Alarm(context.eventLoop) { [weak self] in self?.tellOfProgress() }
        asking?.set(presence)
    }

    private func tellOfProgress() {
        asking?.set(presence * 4)
        guard let context, takesNews, !isAnswering, !answersHaveBodies.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .init(code: 102, reasonPhrase: "Processing")))), promise: nil)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        // A body that goes wrong after its answer was written would get a second one.
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

    /// Not within the write of an answer.
    private func leaveSoon(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().execute { [self] in leave(context) }
    }

    /// Says so once, and only before anything of the body came or of the answer went.
    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is WantedBody else { return context.triggerUserOutboundEvent(event, promise: promise) }
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
