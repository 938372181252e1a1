import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Stands between a connection's socket and NIO's decoder. It reports the connection's events to its state machine, and
/// performs the actions that the state machine returns.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let channel: any Channel
    private let edge: EdgeChannel
    private var machine: ConnectionStateMachine
    private var context: ChannelHandlerContext?
    /// The handler that encodes responses; nil while it isn't in the pipeline.
    var requests: RequestHandler?
    private(set) lazy var task = RequestTask(channel, answer: edge.answer) { [weak self] in self?.complete($0) }
    /// Passes the current request's body to its reader; nil if the body has ended or arrived with its head.
    private var stream: BodyStream.Source?
    private var alarms: [ConnectionTimer: Alarm] = [:]

    init(_ channel: any Channel, _ edge: EdgeChannel) {
        (self.channel, self.edge) = (channel, edge)
        machine = ConnectionStateMachine(edge.limits)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        for action in machine.opening { perform(action) }
        let (loop, this) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        edge.connections.open(channel) { loop.execute { this.value.handle(.makeRoom) } }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        for alarm in alarms.values { alarm.stop() }
        edge.budget.forget(channel)
        edge.connections.close(channel)
        self.context = nil
    }

    // MARK: Events

    /// Reports an event to the state machine, and performs the actions that it returns.
    func handle(_ event: ConnectionEvent) {
        for action in machine.handle(event, at: .now()) { perform(action) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        handle(.received(unwrapInboundIn(data)))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        handle(.readComplete)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        handle(.readWanted)
    }

    func channelInactive(context: ChannelHandlerContext) {
        handle(.inactive)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: handle(.inputClosed)
        case is ChannelShouldQuiesceEvent: handle(.quiesce)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = unwrapOutboundIn(data).readableBytes
        guard count > 0 else { return context.write(data, promise: promise) }
        handle(.wrote(count))
        edge.budget.add(count, of: channel)
        let sent = promise ?? context.eventLoop.makePromise()
        sent.futureResult.assumeIsolated().whenComplete { [weak self, edge, channel] _ in
            edge.budget.take(count, of: channel)
            self?.handle(.sent(count))
        }
        context.write(data, promise: sent)
    }

    /// Closes the connection. If bytes of responses are still unsent, they are lost. The connection is then reset, so
    /// the kernel discards its own unsent bytes too, and the client learns of the loss.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all, unsent > 0 {
            (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
        }
        context.close(mode: mode, promise: promise)
    }

    /// The number of bytes that the kernel hasn't taken yet.
    private var unsent: Int { (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    // MARK: Actions

    private func perform(_ action: ConnectionAction) {
        switch action {
        case .decode(let bytes):
            context?.fireChannelRead(wrapInboundOut(bytes))
            handle(.decoded)
        case .endInput:
            context?.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            handle(.inputEnded)
        case .read: context?.read()
        case .resumeSoon: context?.eventLoop.assumeIsolated().execute { [weak self] in self?.handle(.resume) }
        case .start(let head, let body): task.begin(Request(head: head, body: RequestBody(buffer: body)))
        case .startStream(let head): startStream(head)
        case .feed(let part): if stream?.yield(part) == .stopProducing { handle(.reader(isFull: true)) }
        case .endBody(let fault): endStream(fault)
        case .cancelRequest: task.cancel()
        case .abandonRequest:
            endStream(.malformed)
            task.abandon(after: TimeAmount(edge.limits.probeDelay))
        case .send(let part): requests?.send(part)
        case .sendInterim(let status):
            requests?.send(.head(HTTPResponse(status: status)))
            requests?.flush()
        case .refuse(let detail): requests?.refuse(detail)
        case .drain: drain()
        case .closeOutput: context?.close(mode: .output, promise: nil)
        case .close: if let context { close(context: context, mode: .all, promise: nil) }
        case .arm(let timer, let time): alarm(timer).set(time)
        case .disarm(let timer): alarms[timer]?.set(nil)
        case .noteProgress: edge.budget.note(progressOf: channel)
        case .note(let isIdle): edge.connections.note(channel, isIdle: isIdle)
        }
    }

    /// Sends everything that was written, and then reports `drained`. The sending side is closed only afterwards: if
    /// the client has closed its own, NIO would close the connection at once and discard unsent bytes.
    private func drain() {
        guard let context else { return }
        let drained = context.eventLoop.makePromise(of: Void.self)
        drained.futureResult.assumeIsolated().whenComplete { [weak self] _ in self?.handle(.drained) }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: drained)
    }

    private func alarm(_ timer: ConnectionTimer) -> Alarm {
        if let alarm = alarms[timer] { return alarm }
        let alarm = Alarm(channel.eventLoop) { [weak self] in if let self { handle(.rang(timer, unsent: unsent)) } }
        alarms[timer] = alarm
        return alarm
    }

    private func startStream(_ head: HTTPRequest) {
        let (loop, this) = (channel.eventLoop, NIOLoopBound(self, eventLoop: channel.eventLoop))
        let body = BodyStream.make { loop.execute { this.value.handle(.reader(isFull: false)) } }
        stream = body.source
        task.begin(Request(head: head, body: RequestBody(asyncSequence: body.sequence)))
    }

    private func endStream(_ fault: BodyFault?) {
        if let fault { stream?.finish(fault) } else { stream?.finish() }
        stream = nil
    }

    // MARK: Responses

    /// Writes a part of the response of the request's task. The state machine may drop the part, such as the body of a
    /// response to `HEAD`; `promise` then succeeds too.
    func answer(_ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>? = nil) {
        var promise = promise
        for action in machine.handle(.answer(part), at: .now()) {
            guard case .send(let part) = action, let requests else {
                perform(action)
                continue
            }
            requests.send(part, promise)
            promise = nil
            if case .end = part { handle(.answered) }
        }
        if channel.isActive { promise?.succeed() } else { promise?.fail(ChannelError.ioOnClosedChannel) }
    }

    /// Writes the last parts of a response, or closes the connection if there is no response.
    private func complete(_ parts: [HTTPResponsePart]?) {
        guard let parts else { return handle(.failed) }
        for part in parts { answer(part) }
        requests?.flush()
    }
}
