import Logging
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOSSL
import NIOTLS

/// One HTTP/2 connection to Apple. Each push has a stream of its own, on which its answer arrives. All code of the
/// connection runs on one event loop.
///
/// Apple announces the number of allowed streams only after it has received a valid provider token. So the connection
/// uses only one stream until the first answer.
final class APNsConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private enum Phase {
        case shakingHands
        case serving
        /// The connection waits for the pushes in flight and starts no new ones.
        case draining
        case ended
    }

    private let timing: APNsTiming
    private let authority: String
    private let loop: NIOIsolatedEventLoop
    /// The queue of pushes that the connection serves; nil after the connection has ended.
    private var session: APNsSession?
    private var context: ChannelHandlerContext?
    private var phase = Phase.shakingHands
    private var streams = OpenStreams()
    private var nextStream: HTTP2StreamID = 1
    /// The maximum number of open streams. Until Apple announces one, it is 100, the lowest maximum that the HTTP/2
    /// specification recommends.
    private var streamLimit = 100
    private(set) var hasAnswered = false
    private var bytesToAcknowledge = 0
    private var heartbeat: Heartbeat?
    private var timeout: Scheduled<Void>?

    init(session: APNsSession, authority: String, timing: APNsTiming, loop: any EventLoop) {
        self.session = session
        self.timing = timing
        self.authority = authority
        // Its session makes it on the event loop that both run on.
        self.loop = loop.assumeIsolated()
    }

    // MARK: Sending

    /// Whether the connection can start another push now.
    var hasRoom: Bool {
        phase == .serving && streams.count < (hasAnswered ? streamLimit : min(streamLimit, 1))
    }

    /// Sends one push. Call it only if `hasRoom` is true. The push goes to the network together with all other frames
    /// that are written in the same tick of the event loop.
    func start(_ push: PendingPush, now: NIODeadline) {
        let stream = nextStream
        nextStream = stream.advanced(by: 2)
        streams.open(stream, for: push, at: now)
        let headers = push.request.headers(authority: authority, providerToken: push.providerToken)
        write(.headers(.init(headers: headers)), on: stream)
        write(.data(.init(data: .byteBuffer(ByteBuffer(bytes: push.request.payload)), endStream: true)), on: stream)
        // Flush each push separately, because HTTP/2 would otherwise send the payloads in any order.
        flush()
        if timeout == nil { awaitOldest() }
        // Stream numbers can't be reused, so a connection that has used them up is replaced.
        if Int(nextStream) > timing.lastStream { drain() }
    }

    func flush() { context?.flush() }

    /// Stops starting pushes, and closes the connection when none is in flight any more.
    func drain() {
        switch phase {
        case .shakingHands: end(.closing)
        case .serving:
            phase = .draining
            session?.connectionRetires(self)
            closeIfDrained()
        case .draining, .ended: break
        }
    }

    /// Closes the connection at once. Pushes in flight end with `unanswered` and the given reason.
    func end(_ reason: PushReason, _ detail: String? = nil) {
        guard phase != .ended, let session else { return }
        phase = .ended
        self.session = nil
        timeout?.cancel()
        heartbeat?.stop()
        for push in streams.close(after: .rootStream) { push.end(.unanswered(reason, detail)) }
        context?.close(promise: nil)
        session.connectionEnded(self, reason, detail)
    }

    /// Closes the connection at once, because it failed.
    private func fail(_ why: String) { end(phase == .shakingHands ? .noConnection : .connectionLost, why) }

    private func closeIfDrained() {
        if phase == .draining, streams.count == 0 { end(.closing, "nothing is left to do") }
    }

    private func write(_ payload: HTTP2Frame.FramePayload, on stream: HTTP2StreamID) {
        context?.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    // MARK: Timeouts

    private func awaitOldest() {
        guard let oldest = streams.oldest else { return timeout = nil }
        timeout = loop.scheduleTask(deadline: oldest.openedAt + timing.request) { [weak self] in self?.giveUpLate() }
    }

    private func giveUpLate() {
        let now = NIODeadline.now()
        while let oldest = streams.oldest, oldest.openedAt + timing.request <= now {
            close(oldest.id, .unanswered(.noAnswer))
            write(.rstStream(.cancel), on: oldest.id)
            // If nothing was received since, check whether the server is still there.
            if let heartbeat, heartbeat.lastHeard < oldest.openedAt { heartbeat.pingNow() }
        }
        awaitOldest()
        session?.pump()
        flush()
        closeIfDrained()
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let content): received(content.headers, endsStream: content.endStream, on: frame.streamID)
        case .data(let content): received(content, on: frame.streamID)
        case .rstStream(let code): wasReset(frame.streamID, code)
        case .goAway(let last, let code, let debug): wasAskedToClose(after: last, code, debug)
        case .settings(.settings(let settings)):
            if let limit = settings.last(where: { $0.parameter == .maxConcurrentStreams }) { streamLimit = limit.value }
        case .ping(_, ack: true):
            session?.logger.trace("PING answered")
            heartbeat?.answered()
        default: break
        }
    }

    private func received(_ headers: HPACKHeaders, endsStream: Bool, on stream: HTTP2StreamID) {
        // Headers after the body are trailers.
        if streams[stream]?.headers == nil { streams[stream]?.headers = headers }
        if endsStream { answer(stream) }
    }

    private func received(_ content: HTTP2Frame.FramePayload.Data, on stream: HTTP2StreamID) {
        guard case .byteBuffer(let part) = content.data else { return }
        bytesToAcknowledge += part.readableBytes + (content.paddingBytes ?? 0)
        streams[stream]?.keep(part)
        if content.endStream { answer(stream) }
    }

    private func answer(_ id: HTTP2StreamID) {
        guard let stream = streams[id] else { return }
        hasAnswered = true
        let answer = stream.headers.flatMap { APNsAnswer(headers: $0, body: stream.body) }
        close(id, answer.map(APNsResult.answered) ?? .unanswered(.noStatus))
    }

    private func wasReset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        if code == .refusedStream {
            if let push = streams.close(stream)?.push { session?.takeBack([push], .streamRefused) }
        } else {
            close(stream, .unanswered(.streamReset, "\(code)"))
        }
    }

    private func wasAskedToClose(after last: HTTP2StreamID, _ code: HTTP2ErrorCode, _ debug: ByteBuffer?) {
        let unprocessed = streams.close(after: last)
        let reason = debug.map { " " + String(buffer: $0).prefix(100) } ?? ""
        session?.logger.info("Apple ends the connection: \(code)\(reason)")
        session?.takeBack(unprocessed, .connectionLost, "ended by Apple")
        drain()
    }

    private func close(_ id: HTTP2StreamID, _ result: APNsResult) {
        guard let stream = streams.close(id) else { return }
        if case .unanswered(let reason, let detail) = result {
            session?.logger.debug("Push to \(stream.push.device) unanswered: \(reason.text(detail))")
        }
        stream.push.end(result)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        heartbeat?.heard()
        acknowledge()
        session?.pump()
        flush()
        closeIfDrained()
        context.fireChannelReadComplete()
    }

    /// Allows Apple to send more bytes on the connection, in HTTP/2's flow control. The streams' own windows need no
    /// update, because each answer is short.
    private func acknowledge() {
        guard bytesToAcknowledge >= 16_384 else { return }
        write(.windowUpdate(windowSizeIncrement: bytesToAcknowledge), on: .rootStream)
        bytesToAcknowledge = 0
    }

    // MARK: Beginning and end

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        timeout = loop.scheduleTask(in: timing.request) { [weak self] in self?.fail("not open in time") }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let closed as StreamClosedEvent:
            // A stream that is still open here ended without an answer and without a reset from Apple.
            close(closed.streamID, .unanswered(.streamClosed))
        case TLSUserEvent.handshakeCompleted(let chosen):
            guard chosen == "h2" else { return fail("the other side doesn't speak HTTP/2") }
            serve(context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func serve(_ context: ChannelHandlerContext) {
        guard phase == .shakingHands else { return }
        phase = .serving
        timeout?.cancel()
        timeout = nil
        heartbeat = Heartbeat(
            on: context.eventLoop, every: timing.ping, waitLimit: timing.request,
            ping: { [weak self] in
                self?.write(.ping(HTTP2PingData(withInteger: 0), ack: false), on: .rootStream)
                self?.flush()
            }, giveUp: { [weak self] in self?.fail("no answer to a PING") })
        session?.connectionIsReady(self)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail("cut")
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case .uncleanShutdown = error as? NIOSSLError { return fail("cut") }
        fail("\("\(error)".prefix(160))")
    }
}
