import HTTPTypes
import NIOCore
import NIOHTTPTypes

// What a connection's state machine remembers: the state, the request in flight, and bytes that it holds back.

/// The state of a connection: what it waits for.
enum ConnectionState {
    /// The connection is new: no byte has arrived.
    case opened
    /// Every request is answered, and no byte of the next one has passed to the decoder.
    case idle
    /// A part of a head has passed to the decoder.
    case head
    /// A request's head was read. Its body arrives, and its response isn't complete.
    case receiving(PendingRequest, IncomingBody)
    /// The request is answered, and the server still reads the short rest of its body. If the request is the last, the
    /// connection ends afterwards.
    case rest(Framing, isLast: Bool)
    /// The server reads nothing more of a request, and its response isn't complete. If the request is the last, all
    /// later input is dropped.
    case answering(PendingRequest)
    /// No further request is answered, and the last bytes of the responses are being sent.
    case draining
    /// The server's sending side is closed. Input is dropped for a while: closing at once could make a client that is
    /// still sending lose the last response.
    case lingering
    /// The connection is closed or being closed.
    case closed
}

extension ConnectionState {
    /// What the client must do before the deadline.
    enum Deadline: Equatable {
        case ask, sendHead
        case sendBody(extra: TimeAmount?)
        /// Send the rest of an answered request, or read the last response and close the connection.
        case leave
    }

    var deadline: Deadline? {
        switch self {
        case .opened, .head: .sendHead
        case .idle: .ask
        case .receiving(_, let body): .sendBody(extra: body.extra)
        case .rest, .lingering: .leave
        case .answering, .draining, .closed: nil
        }
    }

    /// The request whose response isn't complete.
    var request: PendingRequest? {
        get {
            switch self {
            case .receiving(let request, _), .answering(let request): request
            default: nil
            }
        }
        set {
            switch (self, newValue) {
            case (.receiving(_, let body), let request?): self = .receiving(request, body)
            case (.answering, let request?): self = .answering(request)
            default: break
            }
        }
    }

    /// The body that is arriving; nil except in the state `receiving`.
    var body: IncomingBody? {
        get { if case .receiving(_, let body) = self { body } else { nil } }
        set { if case .receiving(let request, _) = self, let newValue { self = .receiving(request, newValue) } }
    }

    /// Whether no request is arriving or in flight.
    var isBetween: Bool {
        switch self {
        case .opened, .idle: true
        default: false
        }
    }

    /// Whether all later input is dropped.
    var isOver: Bool {
        switch self {
        case .answering(let request): request.isLast
        case .draining, .lingering, .closed: true
        default: false
        }
    }
}

/// A request whose response isn't complete.
struct PendingRequest: Equatable {
    /// How much of a response has been written.
    enum Progress {
        case none, begun, ended
    }

    var progress = Progress.none
    /// Whether no request follows on the connection.
    var isLast: Bool
    /// Whether the response has no body.
    let isHead: Bool
    /// Whether the client understands interim responses, and bodies in chunks. HTTP/1.0 has neither.
    let supportsInterim: Bool
}

/// A request's body that hasn't arrived completely.
struct IncomingBody {
    enum Reader {
        /// No task handles the request yet. If the rest of the body arrives in the same read as the head, the task gets the
        /// body whole and needs no stream.
        case none(HTTPRequest)
        case reading
        /// The reader has enough for now.
        case full
    }

    /// The number of the body's bytes that haven't passed to the decoder, or `chunks` if the client doesn't announce a
    /// length.
    var framing: Framing
    var reader: Reader
    /// Whether the client waits for `100 Continue` before it sends the body.
    var isAwaited: Bool
    /// The time that a streaming body has in addition to the deadline of all bodies. It is nil until the body is
    /// admitted, so a client can't extend its deadline just by announcing a length.
    var extra: TimeAmount?
    /// Measures the rate of a streaming body; nil until the body is admitted.
    var rate: ReceiveRate?

    /// Whether a response that begins now must be the connection's last, because too much of the body is still to come
    /// (rule 20.23): more than `EdgeLimits.unreadBodyBytes` bytes, an unknown number of them, or any that the client
    /// holds back until `100 Continue`. A refused client must not hold the connection by sending on.
    var endsConnection: Bool {
        switch framing {
        case .length(let left): left > EdgeLimits.unreadBodyBytes || isAwaited && left > 0
        case .chunks: true
        }
    }

    mutating func setFull(_ isFull: Bool) {
        if case .none = reader { return }
        reader = isFull ? .full : .reading
    }

    /// Whether bytes are missing, and the body's reader wants more now.
    var isWanted: Bool { if case .reading = reader { framing != .length(0) } else { false } }
}

/// The error that a body's reader gets if the body ends before its last byte.
enum BodyFault: Error {
    /// The body has invalid framing or ends early.
    case malformed
    /// The body misses its deadline or arrives too slowly.
    case tooSlow
}

/// Holds the bytes of a connection that haven't passed to the decoder, and divides them into pieces.
///
/// Each piece contains the end of at most one request, so it is known exactly where the next request begins. The
/// decoder can't say that: it reports nothing about a head before the head is complete.
struct InputBuffer {
    private var held = ByteBuffer()
    /// How many bytes of the sequence CR LF CR LF the last passed bytes match.
    private var matched = 0

    var isEmpty: Bool { held.readableBytes == 0 }

    mutating func add(_ bytes: ByteBuffer) {
        if isEmpty { held = bytes } else { held.writeImmutableBuffer(bytes) }
    }

    /// Takes the bytes up to the next empty line, which ends a head and also a body of chunks. If there is none, it
    /// takes all bytes.
    mutating func takeToEmptyLine() -> ByteBuffer? {
        isEmpty ? nil : take(findEmptyLine() ?? held.readableBytes)
    }

    /// Returns the number of bytes up to and including the first empty line, even if it is split across pieces.
    private mutating func findEmptyLine() -> Int? {
        for (index, byte) in held.readableBytesView.enumerated() {
            switch (matched, byte) {
            case (3, 0x0A):
                matched = 0
                return index + 1
            case (1, 0x0A): matched = 2
            case (2, 0x0D): matched = 3
            case (_, 0x0D): matched = 1
            default: matched = 0
            }
        }
        return nil
    }

    /// Takes the next bytes of a body.
    /// - Parameter framing: the part of the body that hasn't been taken. The taken bytes are subtracted from its
    ///   length.
    mutating func take(of framing: inout Framing) -> ByteBuffer? {
        guard case .length(let left) = framing else { return takeToEmptyLine() }
        guard left > 0, !isEmpty else { return nil }
        let length = min(left, held.readableBytes)
        framing = .length(left - length)
        return take(length)
    }

    /// Drops all bytes.
    mutating func clear() {
        held = ByteBuffer()
    }

    /// Takes the first bytes. When all are taken the buffer is replaced, because an empty buffer would keep its
    /// memory.
    private mutating func take(_ length: Int) -> ByteBuffer? {
        guard length == held.readableBytes else { return held.readSlice(length: length) }
        defer { clear() }
        return held
    }
}
