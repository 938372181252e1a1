import HTTPTypes
import NIOCore
import NIOHTTPTypes

@testable import Server

/// Watches a connection's state machine, and reports an action that must never happen.
///
/// It keeps its own record of requests, responses and timers, and takes nothing from the state machine.
struct ConnectionModel {
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    /// A request that was passed on and whose response isn't complete.
    struct Request {
        var hasBegun = false
        var saysClose = false
    }

    /// The last request that was read, as the decoder reported it.
    struct Head {
        var isHead = false
        var supportsInterim = true
        var mayContinue = false
    }

    private(set) var armed: [ConnectionTimer: TimeAmount] = [:]
    private(set) var request: Request?
    private(set) var isReading = false
    private var isReceiving = false
    private(set) var isFed = false
    private(set) var isDraining = false
    private(set) var isClosed = false
    private(set) var isIdle = true
    private var (isInactive, isOutputClosed) = (false, false)
    /// Whether the last event was that the client's deadline had passed.
    private var isLate = false
    private var isRefused = false
    /// Whether a head was refused because it came too slowly.
    private(set) var isRefusedAsLate = false
    private var saidClose = false
    private var head = Head()
    /// The bytes that have arrived and haven't been passed on, in order.
    private(set) var held: [UInt8] = []
    /// The bytes of writes that aren't complete.
    private(set) var writes: [Int] = []

    var unsent: Int { writes.reduce(0, +) }

    // MARK: Events

    mutating func note(_ event: ConnectionEvent) {
        isLate = if case .rang(.input, _) = event { true } else { false }
        switch event {
        case .received(let bytes):
            held += bytes.readableBytesView
            isReceiving = true
        case .readComplete: (isReading, isReceiving) = (false, false)
        case .head(let request, let supportsInterim):
            head = Head(isHead: request.method == .head, supportsInterim: supportsInterim, mayContinue: request.expectsContinue)
        case .body: head.mayContinue = false
        case .wrote(let count): writes.append(count)
        case .sent: writes.removeFirst()
        case .rang(let timer, _): armed[timer] = nil
        case .inactive: isInactive = true
        default: break
        }
    }

    // MARK: Actions

    mutating func note(_ action: ConnectionAction) throws {
        if case .abandonRequest = action {} else { try require(!isInactive, "nothing is sent on a closed connection") }
        try require(!isClosed, "nothing happens on a closed connection")
        switch action {
        case .decode(let bytes):
            try require(request == nil || isFed, "the next request waits until the one before is answered")
            try require(!isDraining && !saidClose, "nothing is decoded after the last response")
            try require(held.starts(with: bytes.readableBytesView), "bytes are passed on in order, and once")
            held.removeFirst(bytes.readableBytes)
        case .endInput: try require(held.isEmpty, "the input ends after its last byte")
        case .read:
            try require(!isReading, "one read at a time")
            try require(held.isEmpty, "no more is read than can be used")
            isReading = true
        case .resumeSoon: try require(!isDraining && request == nil, "the next request waits for its turn")
        case .arm(let timer, let time): armed[timer] = time
        case .disarm(let timer): armed[timer] = nil
        case .noteProgress: break
        case .note(let isIdle):
            try require(isIdle != self.isIdle, "idleness is reported when it changes")
            try require(!isIdle || request == nil && writes.isEmpty && held.isEmpty, "an idle connection has nothing to do")
            self.isIdle = isIdle
        case .start, .startStream, .feed, .endBody, .cancelRequest, .abandonRequest: try noteRequest(action)
        case .send, .sendInterim, .refuse, .drain, .closeOutput, .close: try noteOutput(action)
        }
    }

    private mutating func noteRequest(_ action: ConnectionAction) throws {
        try require(!isDraining, "no request is at work on a connection that is to close")
        switch action {
        case .start, .startStream:
            try require(request == nil, "requests are answered one after another")
            try require(!saidClose, "no request follows the last one")
            request = Request()
            if case .startStream = action { isFed = true }
        case .feed: try require(isFed, "a body is fed to a reader only")
        case .endBody:
            try require(isFed, "a body ends once")
            isFed = false
        case .abandonRequest: isFed = false
        default: break
        }
    }

    private mutating func noteOutput(_ action: ConnectionAction) throws {
        switch action {
        case .send(let part): try noteSend(part)
        case .sendInterim(let status):
            try require(!isDraining && request != nil && request?.hasBegun == false, "interim responses come before the response")
            try require(head.supportsInterim || status == .continue, "HTTP/1.0 has no interim responses")
            if status == .continue { try require(head.mayContinue, "100 is sent once, and only if the client waits for it") }
            if status == .continue { head.mayContinue = false }
        case .refuse(let reason):
            try require(!isRefused && !isDraining && request == nil, "one refusal, which takes no request's place")
            isRefused = true
            guard case .tooSlow = reason else { return }
            try require(isLate, "408 comes at the deadline")
            isRefusedAsLate = true
        case .drain:
            try require(!isDraining && request == nil, "every request is answered before the end")
            isDraining = true
        case .closeOutput:
            try require(isDraining && !isOutputClosed, "the sending side is closed once, after the last byte")
            isOutputClosed = true
        default: isClosed = true
        }
    }

    private mutating func noteSend(_ part: HTTPResponsePart) throws {
        guard !isDraining, let request else { throw Violation(description: "a response without a request") }
        switch part {
        case .head(let head):
            try require(!request.hasBegun, "one response for each request")
            self.request?.hasBegun = true
            self.request?.saysClose = head.headerFields[.connection] == "close"
        case .body: try require(request.hasBegun && !head.isHead, "a body follows a head, and never for HEAD")
        case .end:
            try require(request.hasBegun, "a response ends after its head")
            saidClose = saidClose || request.saysClose
            self.request = nil
        }
    }

    // MARK: Between events

    /// Checks what must be true whenever all actions have been performed.
    func check(_ state: ConnectionState) throws {
        guard !isClosed else { return }
        try require(state.text != "closed", "a closed state closes the connection")
        try require(!saidClose || isDraining, "the connection ends after its last response")
        try require(writes.isEmpty || armed[.sendRate] != nil, "a client that must read is watched")
        switch state {
        case .opened, .head, .receiving, .rest, .lingering: try require(armed[.input] != nil, "a deadline in each waiting state")
        case .idle:
            try require((armed[.input] != nil) == (unsent <= 65_536), "a client that hasn't read its responses has no deadline to ask")
        case .answering, .draining: try require(armed[.input] == nil, "no deadline while the client waits")
        case .closed: break
        }
        try require(isIdle == (state.isBetween && held.isEmpty && writes.isEmpty), "idleness is known")
        if case .receiving = state { try require(request != nil || isReceiving, "a request is handed over when its read is complete") }
        if case .answering = state { try require(request != nil, "somebody works on the answer") }
        if case .draining = state { try require(isDraining, "the last bytes are being sent") }
    }

    private func require(_ condition: Bool, _ sentence: String) throws {
        if !condition { throw Violation(description: sentence) }
    }

    /// Ends the connection, after its last actions.
    mutating func close() { isClosed = true }

    /// Forgets bytes that the connection drops.
    mutating func drop() { held = [] }
}
