import DavenportAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

// The two handlers of a connection, which call each other, and what makes them for a new connection.

/// Sets up a connection's pipeline: NIO's decoder and encoder, `ConnectionHandler` before them, and `RequestHandler`
/// behind them.
struct EdgeChannel: ServerChildChannel {
    let limits: EdgeLimits
    /// All connections of the server.
    let connections: ConnectionTable
    let metrics: HTTPMetrics
    /// The web origins whose pages may read refusals.
    let origins: [String]
    /// Records each refusal that is sent in the metrics and the access log, because the refused bytes never become a
    /// request.
    let refused: @Sendable (Refusal, SocketAddress?) -> Void
    /// Answers a request. If it throws, the connection is closed.
    let answer: RequestTask.Answer
    /// Limits the bytes of responses that wait to be received, over all connections.
    let budget: ResponseBudget
    /// Returns free memory to the system after many connections have closed.
    private let memoryTrimmer = MemoryTrimmer()

    init(
        limits: EdgeLimits, connections: ConnectionTable, metrics: HTTPMetrics, origins: [String],
        refused: @escaping @Sendable (Refusal, SocketAddress?) -> Void, answer: @escaping RequestTask.Answer
    ) {
        (self.limits, self.connections, self.metrics, self.origins) = (limits, connections, metrics, origins)
        (self.refused, self.answer) = (refused, answer)
        budget = ResponseBudget(limits.unreceivedBytes)
    }

    /// Lets `responder` answer the requests, and `tracing` record the refusals.
    init(limits: EdgeLimits, connections: ConnectionTable, origins: [String], tracing: Tracing, responder: Responder) {
        self.init(
            limits: limits, connections: connections, metrics: tracing.metrics, origins: origins, refused: tracing.note,
            answer: responder.serve)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: EdgeLimits.firstRead, maximum: EdgeLimits.read))
            let handler = try addHandlers(to: channel)
            metrics.beginConnection()
            memoryTrimmer.enter()
            channel.closeFuture.whenComplete { [metrics, memoryTrimmer] _ in
                metrics.endConnection()
                memoryTrimmer.leave()
            }
            return AcceptedConnection(channel, handler)
        }
    }

    private func addHandlers(to channel: any Channel) throws -> ConnectionHandler {
        let (pipeline, handler) = (channel.pipeline.syncOperations, ConnectionHandler(channel, self))
        try pipeline.addHandler(handler)
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: .edge)
        try pipeline.addHandler(RequestHandler(handler, self))
        return handler
    }

    func handle(value: AcceptedConnection, logger: Logger) async { await value.waitUntilClosed() }
}

extension NIOHTTPDecoderLimitConfiguration {
    fileprivate static var edge: Self {
        var limits = Self()
        limits.maxHeaderFieldSize = EdgeLimits.headerFieldBytes
        limits.maxHeaderListSize = EdgeLimits.headerBytes
        limits.maxHeaderFieldCount = EdgeLimits.headerFields
        return limits
    }
}

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
        // NIO calls a handler on its channel's event loop, and the promise of a write belongs to the same loop.
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
        // NIO, an alarm or a task on the event loop reported the event that leads to the action, so this runs on that loop.
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
        case .refuse(let reason): requests?.refuse(reason)
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
        // Actions are performed on the channel's event loop, to which the promise belongs.
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

/// Stands between NIO's decoder and the requests' tasks. It translates parts of requests into events of the
/// connection, and parts of responses into bytes.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionHandler
    private let edge: EdgeChannel
    /// Whether the current request uses HTTP/1.0.
    private var isOld = false
    /// What a refusal of the current head would take from it.
    private var asked = Refusal.Asked()
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
        isOld = head.isOld
        asked = .init(origins: head.headers["origin"], echoes: head.headers[Echo.header])
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
            case .head(let head): .head(responseHead(head))
            case .body(let bytes): .body(.byteBuffer(bytes))
            case .end(let trailers): .end(trailers.map(HTTPHeaders.init))
            }
        // The next bytes may be no head at all, and their refusal takes nothing from this one.
        if case .end = part { asked = .init() }
        context.write(wrapOutboundOut(part), promise: promise)
    }

    /// Returns the head as NIO's encoder takes it. The encoder divides a body of unknown length into chunks unless the
    /// version forbids that.
    private func responseHead(_ head: HTTPResponse) -> HTTPResponseHead {
        var encoded = HTTPResponseHead(head)
        if isOld, head.hasUnknownLength { encoded.version = .http1_0 }
        return encoded
    }

    func flush() {
        context?.flush()
    }

    /// Writes the response to bytes that don't become a request, because they are invalid or come too slowly.
    func refuse(_ reason: Refusal.Reason) {
        let refusal = Refusal(reason, to: edge.origins, asked: asked)
        edge.refused(refusal, context?.remoteAddress)
        send(.head(refusal.head))
        send(.body(refusal.body))
        send(.end(nil))
    }
}
