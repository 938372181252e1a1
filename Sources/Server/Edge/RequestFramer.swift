import NIOCore

/// What of a connection's bytes is let through to the decoder and what waits, and where in its requests the connection is.
///
/// The bytes go through in pieces that hold the end of one request at most, so that after each piece it is known to the byte where the next
/// one begins. The decoder tells nothing of a head before it is whole.
struct RequestFramer {
    private enum Stage: Equatable {
        /// No byte of a further request was let through.
        case between
        case head
        /// So many bytes of it are still to come.
        case body(Int)
        case chunks
        /// Nothing is taken any more.
        case over
    }

    /// What the other end has to do in time.
    enum ExpectedAction {
        case ask, sendHead, sendBody
    }

    private var stage = Stage.head
    /// Whether nothing has come yet.
    private var isNew = true
    private var held = ByteBuffer()
    private var headEnd = HeadEnd()
    /// Requests, and the refusal of one, that wait for their answers.
    private(set) var unanswered = 0
    /// Whether too much of what was answered waits to be taken.
    var isCongested = false
    /// Whether nothing comes after the request that is being read.
    private var isLast = false
    /// Whether the next request is the last, whatever it says.
    private var isParting = false

    var isOver: Bool { stage == .over }
    /// Whether no byte of a request is here that isn't answered.
    var isIdle: Bool { (stage == .between || isNew && stage == .head) && !holds && unanswered == 0 }
    /// Whether the answer to be written next is the last.
    var isEnding: Bool { unanswered == 1 && (isOver || isLast) }
    /// Whether something waits to be let through.
    var holds: Bool { held.readableBytes > 0 }
    /// Whether what the other end has still to send can be of use now.
    var isOpen: Bool { isOver || !holds && (isWithinBody || mayBegin) }

    var errand: ExpectedAction? {
        switch stage {
        case .between: mayBegin ? .ask : nil
        case .head: .sendHead
        case .body, .chunks: .sendBody
        case .over: nil
        }
    }

    /// A request is begun when the one before is answered. What waits is bytes until then, which cost little and can be dropped.
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

    /// The next piece for the decoder; nil where none may go through now.
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

    /// Nothing is held of what is let through: an empty buffer would keep its memory.
    private mutating func take(_ length: Int) -> ByteBuffer? {
        guard length == held.readableBytes else { return held.readSlice(length: length) }
        defer { held = ByteBuffer() }
        return held
    }

    // MARK: Requests

    /// A head was read.
    mutating func begin(_ framing: Framing, isLast: Bool) {
        unanswered += 1
        self.isLast = isLast || isParting
        switch framing {
        case .length(let length): stage = .body(length)
        case .chunks: stage = .chunks
        }
    }

    /// A request was read to its end.
    mutating func end() {
        if isLast { stop() } else { stage = .between }
    }

    /// What was read can't be understood: where it was a head it gets an answer of its own.
    /// - Returns: whether it was a head.
    mutating func refuse() -> Bool {
        let isHead = !isWithinBody
        if isHead { unanswered += 1 }
        stop()
        return isHead
    }

    /// An answer begins. Where much of its request's body isn't there, nothing comes after it: whoever was refused must not hold the
    /// connection by sending on. A little that was on its way is read yet.
    /// - Parameter isAwaited: whether the other end waits to be told that the body is wanted, and may send none.
    mutating func beginAnswer(isAwaited: Bool = false) {
        switch stage {
        case .body(let left): if left > EdgeLimits.rest || isAwaited && left > 0 { isLast = true }
        case .chunks: isLast = true
        case .between, .head, .over: break
        }
    }

    /// An answer was written; where it was the last nothing is taken any more.
    mutating func answer() {
        unanswered -= 1
        if isWithinBody, isLast { stop() }
    }

    /// Nothing new is taken; a request whose body is being read still ends.
    mutating func finish() {
        if isWithinBody { isLast = true } else { stop() }
    }

    /// One more request is taken, or the one that has begun to come.
    mutating func part() { isParting = true }

    /// Nothing at all is taken any more.
    mutating func stop() {
        stage = .over
        held = ByteBuffer()
    }
}
