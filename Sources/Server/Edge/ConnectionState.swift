import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What a connection waits for.
enum ConnectionState {
    /// The connection is new: no byte has arrived.
    case opened
    /// Every request is answered, and no byte of the next one has passed to the decoder.
    case idle
    /// A part of a head has passed to the decoder.
    case head
    /// A request's head was read. Its body arrives, and its response isn't complete.
    case receiving(PendingRequest, IncomingBody)
    /// A request was answered, and a short rest of its body arrives.
    case rest(Framing, isLast: Bool)
    /// A request's response isn't complete, and nothing of the request is still read. If it is the last, all later
    /// input is dropped.
    case answering(PendingRequest)
    /// Nothing more is answered, and the last bytes are being sent.
    case draining
    /// The server's sending side is closed. Input is dropped for a while: closing at once could make a client that is
    /// still sending lose the last response.
    case lingering
    /// The connection is closed or being closed.
    case closed
}

extension ConnectionState {
    /// What the client must do in time.
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

    /// The body that arrives for such a request.
    var body: IncomingBody? {
        get { if case .receiving(_, let body) = self { body } else { nil } }
        set { if case .receiving(let request, _) = self, let newValue { self = .receiving(request, newValue) } }
    }

    /// Whether no request has begun to arrive or is in flight.
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
    /// Whether the client understands interim responses. HTTP/1.0 doesn't have them.
    let supportsInterim: Bool
}

/// A request's body that is still to come.
struct IncomingBody {
    enum Reader {
        /// The request hasn't been handed over: its body may arrive together with its head, and then needs no stream.
        case none(HTTPRequest)
        case reading
        /// The reader has enough for now.
        case full
    }

    /// The number of bytes that haven't passed to the decoder, or chunks.
    var framing: Framing
    var reader: Reader
    /// Whether the client waits for `100 Continue` before it sends the body.
    var isAwaited: Bool
    /// The time that an admitted streaming body has in addition to the deadline of all bodies. A client can't extend
    /// its deadline just by announcing a length.
    var extra: TimeAmount?
    /// The rate of an admitted streaming body.
    var rate: ReceiveRate?

    /// Whether the connection ends with a response that begins now, since a refused client must not hold it by
    /// sending on. A short rest that is on its way is still read.
    var isTooLong: Bool {
        switch framing {
        case .length(let left): left > EdgeLimits.rest || isAwaited && left > 0
        case .chunks: true
        }
    }

    mutating func setFull(_ isFull: Bool) {
        if case .none = reader { return }
        reader = isFull ? .full : .reading
    }

    /// Whether further bytes are to be read.
    var isWanted: Bool { if case .reading = reader { framing != .length(0) } else { false } }
}

/// The reason why the reader of a body gets no more of it.
enum BodyFault: Error {
    /// The body has invalid framing or ends early.
    case malformed
    /// The body misses its deadline or arrives too slowly.
    case tooSlow
}
