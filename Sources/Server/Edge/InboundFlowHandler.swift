import Foundation
import NIOCore
import NIOHTTP1

/// Stands between a connection's socket and the decoder. It passes bytes on as fast as requests are answered, and
/// closes the connection if the client is too slow (rules 20).
final class InboundFlowHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let limits: EdgeLimits
    private let budget: ResponseBudget
    private let connections: ConnectionTable
    private var isIdle = true
    private var framer = RequestFramer()
    /// The number of bytes that were written and not yet sent. Each write counts in full until all of it is sent,
    /// because it holds its memory until then.
    private var waiting = 0
    private var context: ChannelHandlerContext?
    private var alarm: Alarm?
    private var stalls: StallDetector?
    private var shutdown: Scheduled<Void>?
    private var errand: RequestFramer.ExpectedAction?
    /// The extra time of the current body.
    private var extra = TimeAmount.zero
    private var isPassingOn = false
    /// Whether a read of the socket is pending, and whether a read by the later handlers is postponed.
    private var (isReading, isReadWanted) = (false, false)
    /// Whether the client has sent its last byte while some bytes are still held back.
    private var isInputClosed = false
    /// Measures the rate of a streaming body. The alarm triggers its check.
    private var receiveRate: ReceiveRate?
    private var receiveRateTimer: Alarm?
    /// Whether the server has ended its side, and how many bytes have arrived since.
    private var isLingering = false
    private var dropped = 0
    /// Called when the client closes its sending side, even if some of its bytes are still held back.
    var inputClosed: () -> Void = {}

    /// - Parameters:
    ///   - budget: the budget for waiting responses, shared by all connections of the server.
    ///   - connections: all connections of the server.
    init(_ limits: EdgeLimits, _ budget: ResponseBudget, _ connections: ConnectionTable) {
        (self.limits, self.budget, self.connections) = (limits, budget, connections)
    }

    // MARK: Connection lifetime

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        alarm = Alarm(context.eventLoop) { [weak self] in self?.timeIsUp() }
        receiveRateTimer = Alarm(context.eventLoop) { [weak self] in self?.checkReceiveRate() }
        let (channel, budget) = (context.channel, budget)
        stalls = StallDetector(channel, limits, progressed: { budget.note(progressOf: channel) }, stalled: { [weak self] in self?.cut() })
        keepTime()
        let (loop, this) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        connections.open(channel) { loop.execute { this.value.closeIfIdle() } }
    }

    func channelInactive(context: ChannelHandlerContext) {
        framer.finish()
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
        budget.forget(context.channel)
        connections.close(context.channel)
        self.context = nil
    }

    private func stop() {
        alarm?.stop()
        receiveRateTimer?.stop()
        stalls?.stop()
        shutdown?.cancel()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { inputClosed() }
        switch event {
        case ChannelEvent.inputClosed where isLingering: cut()
        case ChannelEvent.inputClosed where framer.holds: isInputClosed = true
        case is ChannelShouldQuiesceEvent:
            shutdown = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.shutdown)) { [weak self] in self?.cut() }
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        receiveRate?.take(bytes.readableBytes, at: .now())
        if framer.isOver { dropped += bytes.readableBytes }
        framer.add(bytes)
        passOnPieces(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        receiveRate?.rest(at: .now())
        context.fireChannelReadComplete()
        drop()
    }

    /// Reads bytes that arrive too late, so that a client that is still sending can read the response.
    private func drop() {
        if isLingering, dropped < EdgeLimits.lingering { context?.read() }
    }

    func read(context: ChannelHandlerContext) {
        guard !isLingering else { return }
        guard framer.isOpen else { return isReadWanted = true }
        isReading = true
        receiveRate?.wait(at: .now())
        context.read()
    }

    private func passOnPieces(_ context: ChannelHandlerContext) {
        guard !isPassingOn else { return }
        isPassingOn = true
        while let piece = framer.next() {
            keepTime()
            context.fireChannelRead(wrapInboundOut(piece))
        }
        isPassingOn = false
        if isInputClosed, !framer.holds {
            isInputClosed = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
    }

    /// Continues with bytes that were held back.
    private func resume() {
        guard let context else { return }
        passOnPieces(context)
        context.fireChannelReadComplete()
        // A later handler may have closed the connection.
        guard let context = self.context, isReadWanted, framer.isOpen else { return }
        isReadWanted = false
        read(context: context)
    }

    // MARK: Writing

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = unwrapOutboundIn(data).readableBytes
        guard count > 0 else { return context.write(data, promise: promise) }
        stalls?.write(count)
        let taken = promise ?? context.eventLoop.makePromise()
        taken.futureResult.assumeIsolated().whenComplete { [weak self] _ in self?.countUnsent(-count) }
        countUnsent(count)
        context.write(data, promise: taken)
    }

    private func countUnsent(_ count: Int) {
        waiting += count
        defer { noteIdleness() }
        if let context {
            if count > 0 { budget.add(count, of: context.channel) } else { budget.take(-count, of: context.channel) }
        }
        guard framer.isCongested != (waiting > EdgeLimits.waitingPerConnection) else { return }
        framer.isCongested.toggle()
        keepTime()
        if !framer.isCongested { resumeSoon() }
    }

    /// Closes the connection, or only its sending side. If the client has closed its side too, NIO closes at once and
    /// discards unsent bytes, so those are flushed first.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return end(context, mode, promise) }
        let drained = context.eventLoop.makePromise(of: Void.self)
        drained.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            context.close(mode: .output, promise: promise)
            self?.awaitEnd()
        }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: drained)
    }

    // MARK: Timeouts

    private func keepTime() {
        noteIdleness()
        guard framer.errand != errand else { return }
        errand = framer.errand
        alarm?.set(errand.map(time))
    }

    private func time(for errand: RequestFramer.ExpectedAction) -> TimeAmount {
        switch errand {
        case .ask: TimeAmount(limits.idle)
        case .sendHead: TimeAmount(limits.head)
        case .sendBody: TimeAmount(limits.body) + extra
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let body = event as? BodyAdmitted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        if errand == .sendBody {
            extra = body.extra
            alarm?.set(time(for: .sendBody))
            receiveRate = ReceiveRate(atLeast: limits.leastInflow, in: TimeAmount(limits.flow))
            if isReading { receiveRate?.wait(at: .now()) }
            receiveRateTimer?.set(limits.rateCheckInterval)
        }
        promise?.succeed()
    }

    /// Gives the client time to read the response and close the connection.
    private func awaitEnd() {
        guard let context, context.channel.isActive else { return }
        framer.stop()
        keepTime()
        alarm?.set(TimeAmount(limits.linger))
        isLingering = true
        drop()
    }

    /// Checks the body's rate, and schedules the next check while the body arrives.
    private func checkReceiveRate() {
        guard errand == .sendBody, let isEnough = receiveRate?.isEnough(at: .now()) else { return }
        if isEnough { receiveRateTimer?.set(limits.rateCheckInterval) } else { context?.fireErrorCaught(BodyTimedOut()) }
    }

    /// Handles a timeout. While the server itself isn't reading, the client can't be late. Requests that are being
    /// answered get their responses first, and the refusal of the late request follows them.
    private func timeIsUp() {
        if let errand, !isReading {
            alarm?.set(time(for: errand))
        } else if framer.unanswered > 0 {
            context?.fireErrorCaught(errand == .sendBody ? BodyTimedOut() : HTTPParserError.closedConnection)
        } else {
            cut()
        }
    }

    /// Reports to the connection table whether the connection is idle.
    private func noteIdleness() {
        let isIdle = framer.isIdle && waiting == 0
        guard let context, isIdle != self.isIdle else { return }
        self.isIdle = isIdle
        connections.note(context.channel, isIdle: isIdle)
    }

    /// Closes the connection to make room for another, unless a request has begun to arrive in the meantime.
    private func closeIfIdle() {
        if isIdle { cut() }
    }

    private func cut() {
        if let context { end(context, .all, nil) }
    }

    /// Closes the connection. If the client hasn't received everything, the rest is lost, so the connection is reset:
    /// the kernel discards its part and the client learns of the loss.
    private func end(_ context: ChannelHandlerContext, _ mode: CloseMode, _ promise: EventLoopPromise<Void>?) {
        if mode == .all, let stalls, stalls.waiting > 0 {
            (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
        }
        context.close(mode: mode, promise: promise)
    }
}

/// The calls of `RequestFlowHandler`, which follow the requests and responses.
extension InboundFlowHandler {
    var isOver: Bool { framer.isOver }
    var isEnding: Bool { framer.isEnding }
    /// Whether everything is answered and the client has received every response.
    var isQuiet: Bool { framer.isOver && framer.unanswered == 0 && stalls?.waiting == 0 }

    func begin(_ framing: Framing, isLast: Bool) {
        extra = .zero
        receiveRate = nil
        framer.begin(framing, isLast: isLast)
        keepTime()
    }

    func end() {
        receiveRate = nil
        framer.end()
        keepTime()
    }

    func refuse() -> Bool {
        defer { keepTime() }
        return framer.refuse()
    }

    func finish() {
        framer.finish()
        keepTime()
    }

    /// Whether a request has no response yet.
    var isAsked: Bool { framer.unanswered > 0 }

    func part() { framer.part() }

    func beginAnswer(isAwaited: Bool) {
        framer.beginAnswer(isAwaited: isAwaited)
    }

    /// Records that a response was written.
    /// - Returns: whether it cut off the request's body.
    func answer() -> Bool {
        let wasOver = framer.isOver
        framer.answer()
        keepTime()
        // The rest of its body gets as long as a connection that is being closed.
        if errand == .sendBody { alarm?.set(TimeAmount(limits.linger)) }
        resumeSoon()
        return framer.isOver && !wasOver
    }

    /// Scheduled, because the write of a response is still running.
    private func resumeSoon() {
        guard framer.holds || isReadWanted else { return }
        context?.eventLoop.assumeIsolated().execute { [weak self] in self?.resume() }
    }
}
