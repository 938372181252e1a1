import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Decides what happens on a connection (rules 10 and 20). It touches no socket, clock or task: its caller reports each
/// event and performs the actions, in order.
///
/// Performing an action can cause further events, which `handle` receives at once. So before it returns actions,
/// `handle` sets the state that holds after all of them.
struct ConnectionStateMachine {
    /// The channel's reading: not wanted, wanted and postponed, or waiting for bytes from the socket.
    private enum Reading { case none, postponed, pending }
    /// The client's sending side. It is `closing` while the server holds bytes that arrived before the client closed
    /// it.
    private enum ClientSide { case open, closing, closed }

    private(set) var state = ConnectionState.opened
    private let limits: EdgeLimits
    private var input = InputBuffer()
    private var parts = BodyAggregator()
    private var sendRate: SendRate
    /// The bytes of writes that aren't complete. Each write counts in full, because it holds its memory until all of it
    /// is sent.
    private var unsent = 0
    private var reading = Reading.none
    private var clientSide = ClientSide.open
    /// Whether the server is shutting down, so that the next request is the last one, whatever its head says.
    private var isParting = false
    /// The number of bytes that arrived after the last request and were dropped.
    private var dropped = 0

    init(_ limits: EdgeLimits) {
        self.limits = limits
        sendRate = SendRate(atLeast: EdgeLimits.minimumReadRate, in: TimeAmount(limits.stallTimeout))
    }

    /// The actions for a new connection.
    var opening: [ConnectionAction] { [.arm(.input, TimeAmount(limits.headTimeout))] }

    /// Changes the state, and returns the actions that the caller must perform in order.
    mutating func handle(_ event: ConnectionEvent, at now: NIODeadline) -> [ConnectionAction] {
        if case .closed = state { return [] }
        let (deadlineBefore, wasIdle) = (deadline, isIdle)
        var actions = transition(event, now)
        if case .closed = state { return actions }
        if case .decode = actions.last {} else if reading == .postponed, mayRead { actions.append(read(now)) }
        // These come first, because the other actions can cause events that change the deadline and idleness again.
        if isIdle != wasIdle { actions.insert(.note(isIdle: isIdle), at: 0) }
        if deadline != deadlineBefore { actions.insert(armOrDisarm, at: 0) }
        return actions
    }

    private mutating func transition(_ event: ConnectionEvent, _ now: NIODeadline) -> [ConnectionAction] {
        switch event {
        case .received(let bytes): return receive(bytes, now)
        case .readWanted: if reading == .none { reading = .postponed }
        case .readComplete:
            reading = .none
            state.body?.rate?.rest(at: now)
            return handOver()
        case .inputClosed: return closeInput()
        case .inactive: return close(isActive: false)
        case .wrote(let count): return write(count, now)
        case .sent(let count): return countSent(count)
        case .drained: return linger()
        case .decoded, .resume: return passOn()
        case .inputEnded: return endInput()
        case .head(let head, let supportsInterim): return begin(head, supportsInterim)
        case .body(let part): return take(part)
        case .end: return endRequest()
        case .malformed(let detail): return endInput([.refuse(.malformed(detail: detail))])
        case .answer(let part): return answer(part)
        case .answered: return completeResponse()
        case .failed: return close()
        case .signal(let signal): return take(signal, now)
        case .reader(let isFull): state.body?.setFull(isFull)
        case .rang(let timer, let unsent): return ring(timer, unsent, now)
        case .quiesce: return quiesce()
        case .makeRoom: return isIdle ? close() : []
        case .cancel: return cancel()
        }
        return []
    }
}

// MARK: Derived from the state

extension ConnectionStateMachine {
    private var deadline: ConnectionState.Deadline? { isCongested && state.isBetween ? nil : state.deadline }

    private var armOrDisarm: ConnectionAction { deadline.map { .arm(.input, limits.time(of: $0)) } ?? .disarm(.input) }

    /// Whether there are no bytes of an unanswered request, and the client has every response.
    private var isIdle: Bool { state.isBetween && input.isEmpty && unsent == 0 }

    /// Whether no further request may begin, because the client has too many bytes of responses left to receive.
    private var isCongested: Bool { unsent > EdgeLimits.unreceivedBytesPerConnection }

    /// Whether the server should read more bytes from the connection now.
    private var mayRead: Bool {
        switch state {
        case .opened, .head, .rest: return input.isEmpty
        case .idle: return input.isEmpty && !isCongested
        case .receiving(_, let body): return input.isEmpty && body.isWanted
        case .answering, .draining, .lingering, .closed: return state.isOver && dropped < EdgeLimits.maximumDiscardedBytes
        }
    }
}

// MARK: Input

extension ConnectionStateMachine {
    private mutating func receive(_ bytes: ByteBuffer, _ now: NIODeadline) -> [ConnectionAction] {
        state.body?.rate?.take(bytes.readableBytes, at: now)
        guard !state.isOver else {
            dropped += bytes.readableBytes
            return []
        }
        if case .opened = state { state = .head }
        input.add(bytes)
        return passOn()
    }

    /// Passes the next piece to the decoder. The next request waits until the one before is answered. Until then its
    /// bytes are held unparsed, which costs little, and they can be dropped.
    private mutating func passOn() -> [ConnectionAction] {
        if let piece = nextPiece() { return [.decode(piece)] }
        // More may arrive in the same read.
        guard clientSide == .closing, input.isEmpty else { return reading == .pending ? [] : handOver() }
        clientSide = .closed
        return [.endInput]
    }

    private mutating func nextPiece() -> ByteBuffer? {
        switch state {
        case .idle where isCongested || input.isEmpty: return nil
        case .idle, .head:
            state = .head
            return input.takeToEmptyLine()
        case .receiving(_, var body):
            defer { state.body = body }
            return input.take(of: &body.framing)
        case .rest(var framing, let isLast):
            defer { state = .rest(framing, isLast: isLast) }
            return input.take(of: &framing)
        default: return nil
        }
    }

    private mutating func read(_ now: NIODeadline) -> ConnectionAction {
        reading = .pending
        state.body?.rate?.wait(at: now)
        return .read
    }

    /// Begins to probe the client. A client that vanished and one that only closed its sending side look the same until
    /// the server writes. Only the former's machine then resets the connection.
    private mutating func closeInput() -> [ConnectionAction] {
        if case .lingering = state { return close() }
        guard clientSide == .open else { return [] }
        clientSide = .closing
        return [.arm(.probe, TimeAmount(limits.probeDelay))] + (input.isEmpty ? passOn() : [])
    }

    /// Handles the end of the input, or bytes that aren't a valid request. The reader of a bad body gets an error.
    /// - Parameter refusal: the response to a bad head.
    private mutating func endInput(_ refusal: [ConnectionAction] = []) -> [ConnectionAction] {
        switch state {
        case .opened, .idle, .head: return refusal + drain()
        case .receiving(let request, let body): return fail(request, body, .malformed)
        case .rest: return drain()
        case .answering(let request): return end(with: request)
        case .draining, .lingering, .closed: return []
        }
    }

    /// Makes the request the connection's last, and drops all input that hasn't passed to the decoder.
    private mutating func end(with request: PendingRequest) -> [ConnectionAction] {
        state = .answering(request)
        state.request?.isLast = true
        input.clear()
        return []
    }

    private mutating func fail(_ request: PendingRequest, _ body: IncomingBody, _ fault: BodyFault) -> [ConnectionAction] {
        guard case .none(let head) = body.reader else { return end(with: request) + [.endBody(fault)] }
        return end(with: request) + [.startStream(head), .endBody(fault)]
    }
}

// MARK: Requests

extension ConnectionStateMachine {
    private mutating func begin(_ head: HTTPRequest, _ supportsInterim: Bool) -> [ConnectionAction] {
        guard case .head = state else { return [] }
        guard let framing = Framing(head) else { return endInput([.refuse(.malformed(detail: nil))]) }
        let request = PendingRequest(isLast: head.isLast || isParting, isHead: head.method == .head, supportsInterim: supportsInterim)
        let isAwaited = framing != .length(0) && head.expectsContinue
        parts = BodyAggregator()
        state = .receiving(request, IncomingBody(framing: framing, reader: .none(head), isAwaited: isAwaited))
        return []
    }

    private mutating func take(_ part: ByteBuffer) -> [ConnectionAction] {
        guard case .receiving(let request, let body) = state else { return [] }
        parts.add(part)
        state.body?.isAwaited = false
        if parts.hasTinyParts { return fail(request, body, .malformed) }
        if case .none = body.reader { return [] }
        return parts.isLarge ? feed() : []
    }

    private mutating func endRequest() -> [ConnectionAction] {
        switch state {
        case .rest(_, let isLast):
            if isLast { return drain() }
            state = .idle
            return []
        case .receiving(let request, let body):
            if request.isLast { input.clear() }
            state = .answering(request)
            guard case .none(let head) = body.reader else { return feed() + [.endBody(nil)] }
            return [.start(head, parts.take() ?? ByteBuffer())]
        default: return []
        }
    }

    /// Passes everything that has arrived to the request's task, which it starts if there is none. It runs once all
    /// received bytes have passed to the decoder, so a body that arrived together with its head is complete and needs
    /// no stream.
    private mutating func handOver() -> [ConnectionAction] {
        guard let body = state.body else { return [] }
        guard case .none(let head) = body.reader else { return feed() }
        state.body?.reader = .reading
        return [.startStream(head)] + feed()
    }

    private mutating func feed() -> [ConnectionAction] { parts.take().map { [.feed($0)] } ?? [] }

    private mutating func take(_ signal: BodySignal, _ now: NIODeadline) -> [ConnectionAction] {
        guard let body = state.body else { return [] }
        switch signal {
        case .wanted:
            state.body?.isAwaited = false
            return body.isAwaited ? [.sendInterim(.continue)] : []
        case .admitted(let length):
            var rate = ReceiveRate(atLeast: limits.minimumBodyRate, in: TimeAmount(limits.bodyRatePeriod))
            if reading == .pending { rate.wait(at: now) }
            state.body?.rate = rate
            state.body?.extra = EdgeLimits.extraTime(length: length)
            return [.arm(.receiveRate, limits.rateCheckInterval)]
        }
    }
}

// MARK: Responses

extension ConnectionStateMachine {
    /// Passes on a part of the response.
    private mutating func answer(_ part: HTTPResponsePart) -> [ConnectionAction] {
        guard let request = state.request else { return [] }
        switch (part, request.progress) {
        case (.head(var head), .none):
            // HTTP/1.0 knows no chunks: a body of unknown length ends with the connection (RFC 9112, 6.3 and 7.1).
            let endsByClosing = !request.supportsInterim && head.hasUnknownLength
            let isLast = request.isLast || state.body?.endsConnection == true || endsByClosing
            state.request?.progress = .begun
            state.request?.isLast = isLast
            state.body?.isAwaited = false
            if isLast { head.headerFields[.connection] = "close" }
            return [.send(.head(head))]
        case (.body, .begun): return request.isHead ? [] : [.send(part)]
        case (.end, .begun):
            state.request?.progress = .ended
            return [.send(part)]
        case (.head, .begun), (.body, .none), (.end, .none), (_, .ended): return []
        }
    }

    /// Ends the request, so that the next one may begin.
    private mutating func completeResponse() -> [ConnectionAction] {
        guard let request = state.request, request.progress == .ended else { return [] }
        // The request's task has ended, so nothing reads the rest of the body.
        let unread: [ConnectionAction] = state.body == nil ? [] : [.endBody(nil)]
        state = state.body.map { .rest($0.framing, isLast: false) } ?? .idle
        return unread + (request.isLast ? drain() : resumption)
    }

    /// The action after which held bytes pass to the decoder. They pass later, because the write of a response is still
    /// running.
    private var resumption: [ConnectionAction] { state.isBetween && !input.isEmpty && !isCongested ? [.resumeSoon] : [] }

    private mutating func write(_ count: Int, _ now: NIODeadline) -> [ConnectionAction] {
        unsent += count
        return sendRate.write(count, at: now) ? [.arm(.sendRate, limits.sendRateCheckInterval)] : []
    }

    private mutating func countSent(_ count: Int) -> [ConnectionAction] {
        let wasCongested = isCongested
        unsent -= count
        return wasCongested ? resumption : []
    }

    /// Closes the connection if the client receives too little, and schedules the next check. It checks often, so that
    /// such a client is detected soon after its deadline, and progress is recorded.
    private mutating func checkSendRate(_ unsent: Int, _ now: NIODeadline) -> [ConnectionAction] {
        let again = ConnectionAction.arm(.sendRate, limits.sendRateCheckInterval)
        switch sendRate.look(unsent: unsent, at: now) {
        case .complete: return []
        case .early: return [again]
        case .enough: return [.noteProgress, again]
        case .tooLittle: return close()
        }
    }
}

// MARK: Time, and the end

extension ConnectionStateMachine {
    private mutating func ring(_ timer: ConnectionTimer, _ unsent: Int, _ now: NIODeadline) -> [ConnectionAction] {
        switch timer {
        case .input: return missDeadline()
        case .receiveRate:
            guard case .receiving(let request, let body) = state, let isEnough = state.body?.rate?.isEnough(at: now) else { return [] }
            return isEnough ? [.arm(.receiveRate, limits.rateCheckInterval)] : fail(request, body, .tooSlow)
        case .sendRate: return checkSendRate(unsent, now)
        case .probe:
            if state.isOver, state.request == nil { return [] }
            let again = ConnectionAction.arm(.probe, TimeAmount(limits.probeDelay) * 4)
            guard let request = state.request, request.supportsInterim, request.progress == .none else { return [again] }
            return [again, .sendInterim(.processing)]
        case .lastRequest: return finish()
        case .shutdown: return state.request == nil ? close() : [.cancelRequest] + close()
        }
    }

    /// Fails the body, refuses the head, or closes the connection, whose deadline has passed. While the server itself
    /// isn't reading, the client can't be late, so the deadline begins anew.
    private mutating func missDeadline() -> [ConnectionAction] {
        switch state {
        case .lingering: return close()
        case _ where deadline == nil: return []
        case _ where reading != .pending: return [armOrDisarm]
        case .receiving(let request, let body): return fail(request, body, .tooSlow)
        case .head: return [.refuse(.tooSlow)] + drain()
        default: return close()
        }
    }

    /// Handles the server's shutdown. A response that hasn't begun announces the end of the connection, and no
    /// request is read after it. If no request is in flight, or the response has already begun, the client may be
    /// about to send one more request. That one is answered before the connection ends.
    private mutating func quiesce() -> [ConnectionAction] {
        let shutdown = ConnectionAction.arm(.shutdown, TimeAmount(limits.shutdownTimeout))
        guard limits.lastRequestWindow > .zero, state.request?.progress ?? .begun != .none else { return [shutdown] + finish() }
        isParting = true
        return [shutdown, .arm(.lastRequest, TimeAmount(limits.lastRequestWindow))]
    }

    /// Ends the connection after the request in flight, or now if there is none.
    private mutating func finish() -> [ConnectionAction] {
        switch state {
        case .opened, .idle, .head: return unsent == 0 ? close() : drain()
        case .receiving:
            state.request?.isLast = true
            return []
        case .rest(let framing, _):
            state = .rest(framing, isLast: true)
            return []
        case .answering(let request): return end(with: request)
        case .lingering: return close()
        case .draining, .closed: return []
        }
    }

    private mutating func cancel() -> [ConnectionAction] {
        guard state.request == nil else { return [.cancelRequest] + finish() }
        return state.isOver ? [] : drain()
    }

    private mutating func drain() -> [ConnectionAction] {
        state = .draining
        input.clear()
        return [.drain]
    }

    private mutating func linger() -> [ConnectionAction] {
        guard case .draining = state else { return [] }
        state = .lingering
        return [.closeOutput]
    }

    private mutating func close(isActive: Bool = true) -> [ConnectionAction] {
        let actions: [ConnectionAction] = state.request == nil ? [] : [.abandonRequest]
        state = .closed
        input.clear()
        return isActive ? actions + [.close] : actions
    }
}
