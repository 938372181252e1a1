import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Ends a connection's pipeline. It answers each request in a task of its own, so that an idle connection holds no
/// task. `InboundFlowHandler` lets the next request through after the response to the one before.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPResponsePart
    typealias Answer = @Sendable (Request, any Channel) async throws -> ResponseProgress

    /// A request whose first bytes have arrived. More may have arrived with them.
    private struct BufferedRequest {
        let head: HTTPRequest
        private(set) var body = ByteBuffer()

        mutating func add(_ part: ByteBuffer) {
            if body.readableBytes == 0 { body = part } else { body.writeImmutableBuffer(part) }
        }
    }

    private let answer: Answer
    private let presence: TimeAmount
    private var context: ChannelHandlerContext?
    private var arrival: BufferedRequest?
    /// Receives the body of the current request while its handler may read it.
    private var stream: BodyStream.Source?
    /// Whether the body's reader has enough for now, and whether a read of the channel is postponed because of that.
    private var (isFull, isReadWanted) = (false, false)
    /// The task that answers the current request.
    private(set) var task: Task<Void, Never>?
    /// The long poll that holds the current request.
    private var wait: LongPoll?
    /// Whether the client sends nothing more, whether its last bytes weren't a valid request, and whether everything
    /// was answered.
    private var (isLast, isRefusing, isOver) = (false, false, false)
    /// Whether the connection is closed.
    private var isGone = false

    /// - Parameters:
    ///   - presence: the time for which a request goes on after its client has closed the connection.
    ///   - answer: answers a request. If it throws, the connection is closed.
    init(presence: TimeAmount, answer: @escaping Answer) {
        (self.presence, self.answer) = (presence, answer)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): arrival = BufferedRequest(head: head)
        case .body(let part): take(part)
        case .end: endBody()
        }
    }

    /// Starts the request if its head has arrived without the whole body. A body that arrives in the same read needs
    /// no stream.
    func channelReadComplete(context: ChannelHandlerContext) {
        beginStream()
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if isFull { isReadWanted = true } else { context.read() }
    }

    private func take(_ part: ByteBuffer) {
        if arrival != nil {
            arrival?.add(part)
        } else if stream?.yield(part) == .stopProducing {
            isFull = true
        }
    }

    private func endBody() {
        guard let arrival = arrival.take() else { return endStream() }
        begin(Request(head: arrival.head, body: RequestBody(buffer: arrival.body)))
    }

    private func beginStream() {
        guard let context, let arrival = arrival.take() else { return }
        let (loop, this) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        let body = BodyStream.make { loop.execute { this.value.resume() } }
        stream = body.source
        begin(Request(head: arrival.head, body: RequestBody(asyncSequence: body.sequence)))
        if arrival.body.readableBytes > 0 { take(arrival.body) }
    }

    private func endStream(_ error: (any Error)? = nil) {
        if let error { stream?.finish(error) } else { stream?.finish() }
        stream = nil
        resume()
    }

    private func resume() {
        isFull = false
        guard let context, isReadWanted else { return }
        isReadWanted = false
        context.read()
    }

    // MARK: Answers

    /// The outcome of a task that answers a request.
    private enum Outcome: Sendable {
        /// The response is written except for these last parts.
        case answered([HTTPResponsePart])
        case waits(LongPoll, resume: @Sendable () async throws -> ResponseProgress)
        case failed
    }

    private var isAnswering: Bool { task != nil || wait != nil }

    private func begin(_ request: Request) {
        guard let channel = context?.channel else { return }
        go(channel) { [answer] in try await answer(request, channel) }
    }

    /// Runs one step of an answer in a task. A task keeps the memory of its deepest call until it ends, so the task
    /// ends when a long poll begins.
    private func go(_ channel: any Channel, _ answer: @escaping @Sendable () async throws -> ResponseProgress) {
        let this = NIOLoopBound(self, eventLoop: channel.eventLoop)
        let task = Task.detached { @Sendable in
            let outcome = await Self.outcome(of: answer, channel)
            channel.eventLoop.execute { this.value.end(outcome, channel) }
        }
        if isGone { task.cancel() }
        self.task = task
    }

    private static func outcome(of answer: @Sendable () async throws -> ResponseProgress, _ channel: any Channel) async -> Outcome {
        do {
            switch try await answer() {
            case .waits(let longPoll, let resume): return .waits(longPoll, resume: resume)
            case .answered(let response):
                let writer = ResponsePartsWriter(response, channel)
                try await response.body.write(writer)
                return .answered(writer.parts)
            }
        } catch {
            return .failed
        }
    }

    private func end(_ outcome: Outcome, _ channel: any Channel) {
        task = nil
        switch outcome {
        case .answered(let parts): write(parts)
        case .waits(let longPoll, let resume): pause(channel, longPoll, resume)
        case .failed: context?.close(promise: nil)
        }
    }

    private func write(_ parts: [HTTPResponsePart]) {
        guard let context else { return }
        for part in parts { context.write(wrapOutboundOut(part), promise: nil) }
        context.flush()
        // The handler has ended, so nothing reads the rest of the body.
        endStream()
        if isLast { finish() }
    }

    private func pause(_ channel: any Channel, _ wait: LongPoll, _ goOn: @escaping @Sendable () async throws -> ResponseProgress) {
        self.wait = wait
        let this = NIOLoopBound(self, eventLoop: channel.eventLoop)
        wait.whenOver {
            channel.eventLoop.execute {
                this.value.wait = nil
                this.value.go(channel, goOn)
            }
        }
        if isGone { wait.abandon() }
    }

    // MARK: Closing the connection

    /// Handles bytes that aren't a valid request. The handlers before this one let nothing more through.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        beginStream()
        isLast = true
        guard stream == nil else { return endStream(error) }
        isRefusing = true
        if !isAnswering { finish() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
        beginStream()
        endStream()
        leave()
    }

    /// Cancels the request of a client that closed its connection, together with its PostgreSQL query.
    func channelInactive(context: ChannelHandlerContext) {
        isGone = true
        arrival = nil
        endStream()
        wait?.abandon()
        if let task { context.eventLoop.scheduleTask(in: presence) { task.cancel() } }
        context.fireChannelInactive()
    }

    /// Cancels the current request and closes the connection.
    func cancel() {
        task?.cancel()
        wait?.abandon()
        leave()
    }

    /// Records that the client sends nothing more.
    private func leave() {
        isLast = true
        if !isAnswering { finish() }
    }

    /// Closes the connection's sending side. `RequestFlowHandler` writes the refusal, if the client is owed one.
    private func finish() {
        guard let context, !isOver else { return }
        isOver = true
        if isRefusing {
            context.write(wrapOutboundOut(.head(HTTPResponse(status: .badRequest))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.close(mode: .output, promise: nil)
    }
}
