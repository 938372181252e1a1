import NIOCore
import NIOHPACK
import NIOHTTP2
import StandIns

/// One connection of a client. It runs on the gateway's event loop.
final class GatewayConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private struct Stream {
        let request: PushRequest
        var body = ByteBuffer()
        var isComplete = false
    }

    /// The window of HTTP/2's flow control in bytes. It is large enough not to limit a fast client.
    private static let window = 1 << 24

    private let gateway: Gateway
    private let number: Int
    private var context: ChannelHandlerContext?
    private var streams: [HTTP2StreamID: Stream] = [:]
    /// The highest number of a stream on which a request was processed.
    private var lastProcessed: HTTP2StreamID = .rootStream
    /// The highest number of a stream on which a request still gets a response after a GOAWAY; nil before a GOAWAY.
    private var lastAnswered: HTTP2StreamID?
    /// The team of the first valid provider token that the connection received; nil before that.
    private var team: String?
    private var bytesToAcknowledge = 0

    init(gateway: Gateway, number: Int) {
        self.gateway = gateway
        self.number = number
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let content):
            if let lastAnswered, frame.streamID > lastAnswered { return }
            // Trailers carry no information.
            if streams[frame.streamID] == nil { streams[frame.streamID] = Stream(request: PushRequest(content.headers)) }
            if content.endStream { complete(frame.streamID) }
        case .data(let content): received(content, on: frame.streamID)
        case .rstStream: streams[frame.streamID] = nil
        default: break
        }
    }

    private func received(_ content: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID) {
        guard case .byteBuffer(let part) = content.data else { return }
        bytesToAcknowledge += part.readableBytes + (content.paddingBytes ?? 0)
        guard streams[id]?.isComplete == false else { return }
        streams[id]?.body.writeImmutableBuffer(part)
        // Longer than any payload, so the rest isn't needed.
        let isHuge = (streams[id]?.body.readableBytes ?? 0) > 4 * PushRequest.largestPayload
        if content.endStream || isHuge { complete(id) }
    }

    private func complete(_ id: HTTP2StreamID) {
        streams[id]?.isComplete = true
        guard let stream = streams[id] else { return }
        let rule = gateway.rule(.apple, for: stream.request.device)
        switch rule?.action {
        case nil, .answer: process(id, stream, rule)
        case .silence: note(stream, instead: "silence")
        case .cut:
            note(stream, instead: "cut")
            cut()
        case .refuse:
            note(stream, instead: "refused")
            write(.rstStream(.refusedStream), on: id)
            streams[id] = nil
        case .goaway:
            // A GOAWAY before this one, or a response to a later stream, is a promise that must be kept.
            if lastAnswered == nil, id > lastProcessed {
                note(stream, instead: "goaway")
                goAway(after: HTTP2StreamID(max(Int(id) - 2, 0)))
            } else {
                process(id, stream, nil)
            }
        }
    }

    private func process(_ id: HTTP2StreamID, _ stream: Stream, _ rule: Rule?) {
        lastProcessed = max(lastProcessed, id)
        let (token, refusal) = gateway.judge(stream.request, size: stream.body.readableBytes, team: team)
        if let token, refusal?.status != 403, team == nil {
            team = token.team
            announceStreamLimit()
        }
        let answer = refusal ?? rule.map { PushAnswer($0, usual: 200) } ?? PushAnswer(200)
        note(stream, token, answer.status, answer.reason)
        if answer.status == 200 { gateway.announce(stream.request, payload: stream.body) }
        guard let delay = rule?.delay, let loop = context?.eventLoop.assumeIsolated() else { return send(answer, on: id) }
        loop.scheduleTask(in: .nanoseconds(Int64(delay * 1e9))) { [weak self] in
            self?.send(answer, on: id)
            self?.flush()
        }
    }

    private func note(_ stream: Stream, _ token: ProviderTokens.Token?, _ status: Int, _ reason: String?) {
        gateway.log.add(
            LedgerEntry(
                stream.request, connection: number, open: streams.count, token, size: stream.body.readableBytes, status: status,
                reason: reason))
    }

    private func note(_ stream: Stream, instead reason: String) { note(stream, nil, 0, reason) }

    func channelReadComplete(context: ChannelHandlerContext) {
        if bytesToAcknowledge >= Self.window / 2 {
            write(.windowUpdate(windowSizeIncrement: bytesToAcknowledge), on: .rootStream)
            bytesToAcknowledge = 0
        }
        gateway.log.flush()
        flush()
    }

    // MARK: Sending

    private func send(_ answer: PushAnswer, on id: HTTP2StreamID) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        var headers: HPACKHeaders = [":status": String(answer.status)]
        if let id = stream.request["apns-id"] { headers.add(name: "apns-id", value: id, indexing: .nonIndexable) }
        if let retryAfter = answer.rule?.retryAfter { headers.add(name: "retry-after", value: retryAfter) }
        if answer.reason != nil { headers.add(name: "content-type", value: "application/json") }
        write(.headers(.init(headers: headers, endStream: answer.reason == nil)), on: id)
        if let reason = answer.reason {
            let timestamp = answer.rule?.timestamp.map { ",\"timestamp\":\($0)" } ?? ""
            let body = ByteBuffer(string: "{\"reason\":\"\(reason)\"\(timestamp)}")
            write(.data(.init(data: .byteBuffer(body), endStream: true)), on: id)
        }
        closeIfDone()
    }

    /// Announces the gateway's limit of open streams to the client, if the connection has received a valid token.
    /// Before that, only one stream is allowed.
    func announceStreamLimit() {
        guard team != nil else { return }
        write(.settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: gateway.streamLimit)])), on: .rootStream)
        flush()
    }

    /// Closes the connection at once.
    func cut() { context?.close(promise: nil) }

    /// Sends a GOAWAY, answers the requests that have arrived, and accepts no more.
    func goAway() { goAway(after: streams.keys.max() ?? lastProcessed) }

    private func goAway(after last: HTTP2StreamID) {
        guard lastAnswered == nil else { return }
        lastAnswered = last
        flush()
        writeGoAway(last)
        streams = streams.filter { $0.key <= last }
        closeIfDone()
    }

    /// Writes a GOAWAY frame directly, past NIO's HTTP/2 handler. If that handler wrote the frame, it would treat
    /// frames of later streams, which a client may still send, as an error of the connection.
    private func writeGoAway(_ last: HTTP2StreamID) {
        guard let below = try? context?.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self) else { return }
        // Length 8, type 7, no flags, stream 0; then the last stream and NO_ERROR (RFC 9113, 6.8).
        var frame = ByteBuffer(bytes: [0, 0, 8, 7, 0, 0, 0, 0, 0])
        frame.writeInteger(UInt32(Int(last)))
        frame.writeInteger(UInt32(0))
        below.writeAndFlush(NIOAny(IOData.byteBuffer(frame)), promise: nil)
    }

    private func closeIfDone() {
        guard lastAnswered != nil, streams.isEmpty else { return }
        flush()
        context?.close(promise: nil)
    }

    private func write(_ payload: HTTP2Frame.FramePayload, on stream: HTTP2StreamID) {
        context?.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    private func flush() { context?.flush() }

    // MARK: Beginning and end

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        write(.windowUpdate(windowSizeIncrement: Self.window), on: .rootStream)
        flush()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        gateway.connectionEnded(self)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // NIO has already reported the client's error to it, such as too many open streams.
        context.close(promise: nil)
    }
}
