import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Stands between the decoder and the server: counts what is asked and answered, refuses what is framed oddly, and ends the conversation
/// where nothing more can come.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let bytes: ByteGate
    /// Of each request that waits for its answer, whether that has a body.
    private var answersHaveBodies: CircularBuffer<Bool> = []
    private var bodyParts = BodyParts()
    private var hasRefusedHead = false
    private var isMuted = false
    /// Whether the other end waits to be told that its body is wanted.
    private var isAwaited = false

    init(_ bytes: ByteGate) {
        self.bytes = bytes
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !bytes.isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard let framing = Framing(head) else { return refuse(context, HTTPParserError.unknown) }
            bytes.begin(framing, isLast: head.isLast)
            isAwaited = framing != .length(0) && head.waits
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
        refuse(context, error is LateBody || error is HTTPParserError ? error : HTTPParserError.closedConnection)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            bytes.finish()
            if bytes.isQuiet { context.close(promise: nil) } else if bytes.isOver { leave(context) }
        case ChannelEvent.inputClosed:
            bytes.finish()
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func refuse(_ context: ChannelHandlerContext, _ error: any Error) {
        if bytes.refuse() {
            hasRefusedHead = true
            answersHaveBodies.append(true)
        }
        context.fireErrorCaught(error)
    }

    /// As if the client had closed its end: the server answers what it has, and closes.
    private func leave(_ context: ChannelHandlerContext) {
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        // A body that goes wrong after its answer was written would get a second one.
        if case .head = part {
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
        guard !(hasRefusedHead && bytes.isEnding) else {
            let refusal = Refusal()
            context.write(wrapOutboundOut(.head(refusal.head)), promise: promise)
            return context.write(wrapOutboundOut(.body(refusal.body)), promise: nil)
        }
        var head = head
        if bytes.isEnding { head.headerFields[.connection] = "close" }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
