import NIOCore

/// Decides which bytes of a connection pass to the decoder and which wait, and tracks the connection's place in its
/// requests.
///
/// Each piece contains the end of at most one request. So after each piece the next request's first byte is known
/// exactly. The decoder reports nothing about a head before the head is complete.
struct RequestFramer {
    private enum Stage: Equatable {
        /// No byte of the next request has passed.
        case between
        case head
        /// The number of bytes of the body that are still to come.
        case body(Int)
        case chunks
        /// No further bytes pass.
        case over
    }

    /// The next step that the client must take in time.
    enum ExpectedAction {
        case ask, sendHead, sendBody
    }

    private var stage = Stage.head
    /// Whether no byte has arrived yet.
    private var isNew = true
    private var held = ByteBuffer()
    private var headEnd = HeadEnd()
    /// The number of requests that wait for their responses, including a refused one.
    private(set) var unanswered = 0
    /// Whether too many bytes of responses wait to be received.
    var isCongested = false
    /// Whether no request follows the one that is being read.
    private var isLast = false
    /// Whether the next request is the last one, whatever its head says.
    private var isParting = false

    var isOver: Bool { stage == .over }
    /// Whether there are no bytes of an unanswered request.
    var isIdle: Bool { (stage == .between || isNew && stage == .head) && !holds && unanswered == 0 }
    /// Whether the next response is the last.
    var isEnding: Bool { unanswered == 1 && (isOver || isLast) }
    /// Whether bytes are held back.
    var holds: Bool { held.readableBytes > 0 }
    /// Whether more bytes from the client could be used now.
    var isOpen: Bool { isOver || !holds && (isWithinBody || mayBegin) }

    var errand: ExpectedAction? {
        switch stage {
        case .between: mayBegin ? .ask : nil
        case .head: .sendHead
        case .body, .chunks: .sendBody
        case .over: nil
        }
    }

    /// Whether the next request may begin, which needs the one before to be answered. Until then its bytes are held
    /// unparsed, which costs little, and they can be dropped.
    private var mayBegin: Bool { unanswered == 0 && !isCongested }

    private var isWithinBody: Bool {
        switch stage {
        case .body, .chunks: true
        case .between, .head, .over: false
        }
    }

    // MARK: Bytes

    mutating func add(_ bytes: ByteBuffer) {
        isNew = false
        guard !isOver else { return }
        if holds { held.writeImmutableBuffer(bytes) } else { held = bytes }
    }

    /// Takes the next piece for the decoder, or nil if none may pass now.
    mutating func next() -> ByteBuffer? {
        guard !isOver, holds, isWithinBody || mayBegin else { return nil }
        if case .body(let left) = stage, left > 0 {
            let length = min(left, held.readableBytes)
            stage = .body(left - length)
            return take(length)
        }
        if stage == .between { stage = .head }
        return take(headEnd.find(in: held.readableBytesView) ?? held.readableBytes)
    }

    /// Takes the first bytes. When all are taken the buffer is replaced, because an empty buffer would keep its
    /// memory.
    private mutating func take(_ length: Int) -> ByteBuffer? {
        guard length == held.readableBytes else { return held.readSlice(length: length) }
        defer { held = ByteBuffer() }
        return held
    }

    // MARK: Requests

    /// Records that a head was read.
    mutating func begin(_ framing: Framing, isLast: Bool) {
        unanswered += 1
        self.isLast = isLast || isParting
        switch framing {
        case .length(let length): stage = .body(length)
        case .chunks: stage = .chunks
        }
    }

    /// Records that a request was read to its end.
    mutating func end() {
        if isLast { stop() } else { stage = .between }
    }

    /// Records that the decoder refused its input. A refused head gets a response of its own.
    /// - Returns: whether it was a head.
    mutating func refuse() -> Bool {
        let isHead = !isWithinBody
        if isHead { unanswered += 1 }
        stop()
        return isHead
    }

    /// Records that a response begins. If much of its request's body is missing, the connection ends after it: a
    /// refused client must not hold the connection by sending on. A short rest that is on its way is still read.
    /// - Parameter isAwaited: whether the client waits for `100 Continue` and may send no body.
    mutating func beginAnswer(isAwaited: Bool = false) {
        switch stage {
        case .body(let left): if left > EdgeLimits.rest || isAwaited && left > 0 { isLast = true }
        case .chunks: isLast = true
        case .between, .head, .over: break
        }
    }

    /// Records that a response was written. If it was the last, no further bytes pass.
    mutating func answer() {
        unanswered -= 1
        if isWithinBody, isLast { stop() }
    }

    /// Ends the connection's input. A request whose body is being read is still completed.
    mutating func finish() {
        if isWithinBody { isLast = true } else { stop() }
    }

    /// Allows one more request, or the one that has begun to arrive.
    mutating func part() { isParting = true }

    /// Ends the connection's input at once.
    mutating func stop() {
        stage = .over
        held = ByteBuffer()
    }
}
