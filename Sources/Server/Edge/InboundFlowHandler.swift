import Foundation
import NIOCore
import NIOHTTP1

/// Stands between a connection's socket and the decoder: lets bytes through as fast as requests are answered, and closes the connection
/// when the other end takes too long for anything (rules 20).
final class InboundFlowHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let limits: EdgeLimits
    private let budget: AnswerBudget
    private let connections: ConnectionTable
    private var isIdle = true
    private var framer = RequestFramer()
    /// How many bytes are written and not taken yet, each write counted until all of it is, as long as it takes memory.
    private var waiting = 0
    private var context: ChannelHandlerContext?
    private var alarm: Alarm?
    private var stalls: StallWatch?
    private var shutdown: Scheduled<Void>?
    private var errand: RequestFramer.ExpectedAction?
    /// How much longer the body that is coming may take than others.
    private var extra = TimeAmount.zero
    private var isLettingThrough = false
    /// Whether we wait for bytes, and whether the handlers behind us would like to.
    private var (isReading, isReadWanted) = (false, false)
    /// Whether the other end has sent all that it will, while some of that is still held.
    private var isInputClosed = false
    /// Of a body that goes through as it comes, whether it comes fast enough, and when that is looked at.
    private var receiveRate: ReceiveRate?
    private var inflowAlarm: Alarm?
    /// Whether the server has said all, and how many bytes came too late.
    private var isLingering = false
    private var dropped = 0
    /// Called when the other end says that nothing more comes, though some of what came is still held.
    var inputClosed: () -> Void = {}

    /// - Parameters:
    ///   - budget: what all connections of the server share.
    ///   - connections: all of these.
    init(_ limits: EdgeLimits, _ budget: AnswerBudget, _ connections: ConnectionTable) {
        (self.limits, self.budget, self.connections) = (limits, budget, connections)
    }

    // MARK: The connection's life

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        alarm = Alarm(context.eventLoop) { [weak self] in self?.timeIsUp() }
        inflowAlarm = Alarm(context.eventLoop) { [weak self] in self?.lookAtInflow() }
        let (channel, budget) = (context.channel, budget)
        stalls = StallWatch(channel, limits, progressed: { budget.note(progressOf: channel) }, stalled: { [weak self] in self?.cut() })
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
        inflowAlarm?.stop()
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
        letThrough(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        receiveRate?.rest(at: .now())
        context.fireChannelReadComplete()
        drop()
    }

    /// Takes what comes too late, so that whoever is still sending gets to read the answer.
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

    private func letThrough(_ context: ChannelHandlerContext) {
        guard !isLettingThrough else { return }
        isLettingThrough = true
        while let piece = framer.next() {
            keepTime()
            context.fireChannelRead(wrapInboundOut(piece))
        }
        isLettingThrough = false
        if isInputClosed, !framer.holds {
            isInputClosed = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
    }

    /// Goes on with what was held back.
    private func resume() {
        guard let context else { return }
        letThrough(context)
        context.fireChannelReadComplete()
        // The handlers behind us may have closed the connection.
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
        taken.futureResult.assumeIsolated().whenComplete { [weak self] _ in self?.noteWaiting(-count) }
        noteWaiting(count)
        context.write(data, promise: taken)
    }

    private func noteWaiting(_ count: Int) {
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

    /// The server has said all. Where the other end has too, NIO closes at once and drops what was not taken yet, so that goes first.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return end(context, mode, promise) }
        let drained = context.eventLoop.makePromise(of: Void.self)
        drained.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            context.close(mode: .output, promise: promise)
            self?.awaitEnd()
        }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: drained)
    }

    // MARK: Time

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
        guard let body = event as? AdmittedBody else { return context.triggerUserOutboundEvent(event, promise: promise) }
        if errand == .sendBody {
            extra = body.extra
            alarm?.set(time(for: .sendBody))
            receiveRate = ReceiveRate(atLeast: limits.leastInflow, in: TimeAmount(limits.flow))
            if isReading { receiveRate?.wait(at: .now()) }
            inflowAlarm?.set(limits.flowLook)
        }
        promise?.succeed()
    }

    /// Leaves the other end time to read, and to close.
    private func awaitEnd() {
        guard let context, context.channel.isActive else { return }
        framer.stop()
        keepTime()
        alarm?.set(TimeAmount(limits.linger))
        isLingering = true
        drop()
    }

    /// Looks again as long as the body comes.
    private func lookAtInflow() {
        guard errand == .sendBody, let isEnough = receiveRate?.isEnough(at: .now()) else { return }
        if isEnough { inflowAlarm?.set(limits.flowLook) } else { context?.fireErrorCaught(LateBody()) }
    }

    /// Where we ourselves don't read, the other end can't be late. Requests that wait for their answers get them, and that the last one
    /// was late is for the other end to read behind them.
    private func timeIsUp() {
        if let errand, !isReading {
            alarm?.set(time(for: errand))
        } else if framer.unanswered > 0 {
            context?.fireErrorCaught(errand == .sendBody ? LateBody() : HTTPParserError.closedConnection)
        } else {
            cut()
        }
    }

    /// Has the connection counted as idle, or as busy.
    private func noteIdleness() {
        let isIdle = framer.isIdle && waiting == 0
        guard let context, isIdle != self.isIdle else { return }
        self.isIdle = isIdle
        connections.note(context.channel, isIdle: isIdle)
    }

    /// Makes room for another connection, unless a request has begun to come since that was decided.
    private func closeIfIdle() {
        if isIdle { cut() }
    }

    private func cut() {
        if let context { end(context, .all, nil) }
    }

    /// Where something isn't taken it is lost now. Then the kernel shall not keep its part either, and the other end learn of it.
    private func end(_ context: ChannelHandlerContext, _ mode: CloseMode, _ promise: EventLoopPromise<Void>?) {
        if mode == .all, let stalls, stalls.waiting > 0 {
            (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
        }
        context.close(mode: mode, promise: promise)
    }
}

/// What the gate for requests tells.
extension InboundFlowHandler {
    var isOver: Bool { framer.isOver }
    var isEnding: Bool { framer.isEnding }
    /// Whether everything that was asked is answered, and every answer taken.
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

    /// Whether something was asked that has no answer yet.
    var isAsked: Bool { framer.unanswered > 0 }

    func part() { framer.part() }

    func beginAnswer(isAwaited: Bool) {
        framer.beginAnswer(isAwaited: isAwaited)
    }

    /// - Returns: whether it cut off a body.
    func answer() -> Bool {
        let wasOver = framer.isOver
        framer.answer()
        keepTime()
        // What is left of its body has no longer than the end of a conversation.
        if errand == .sendBody { alarm?.set(TimeAmount(limits.linger)) }
        resumeSoon()
        return framer.isOver && !wasOver
    }

    /// Not within the write of an answer.
    private func resumeSoon() {
        guard framer.holds || isReadWanted else { return }
        context?.eventLoop.assumeIsolated().execute { [weak self] in self?.resume() }
    }
}
