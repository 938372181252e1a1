import HTTPTypes
import NIOCore
import NIOHTTPTypes

@testable import Server

/// A state machine with a clock that stands still.
struct SampleConnection {
    private(set) var machine = ConnectionStateMachine(EdgeLimits())
    private var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    init(_ events: [ConnectionEvent] = []) {
        for event in events { _ = machine.handle(event, at: now) }
    }

    /// Reports events and returns all actions.
    mutating func report(_ events: [ConnectionEvent], after time: TimeAmount = .zero) -> [ConnectionAction] {
        now = now + time
        return events.flatMap { machine.handle($0, at: now) }
    }

    mutating func report(_ events: ConnectionEvent...) -> [ConnectionAction] { report(events) }
}

/// States that a connection can be in, each with the events that lead there.
enum SampleState: String, CaseIterable, Sendable {
    case opened, idle, lastRequest, congested, holding, head
    case unread, streaming, full, admitted, responding, lastResponding, rest, lastRest
    case answering, sending, sent, last, lastSending, lastSent, heldEnd
    case draining, lingering, closed

    var connection: SampleConnection { SampleConnection(events) }

    /// The bytes of responses that aren't sent.
    var unsent: Int { self == .congested || self == .holding ? 100_000 : 0 }

    private var events: [ConnectionEvent] {
        let begun = ConnectionEvent.answer(.head(.init(status: .ok)))
        let ended: [ConnectionEvent] = [.answer(.end(nil)), .answered]
        switch self {
        case .opened: return [.readWanted]
        case .idle: return Self.answering.events + [begun] + ended
        case .lastRequest: return Self.idle.events + [.quiesce]
        case .congested: return Self.answering.events + [begun, .wrote(100_000)] + ended
        case .holding: return Self.sending.events + [.received(.request), .wrote(100_000)] + ended
        case .head: return [.readWanted, .received(ByteBuffer(string: "GET / HT")), .decoded, .readComplete, .readWanted]
        case .unread: return Self.opened.events + .upload(of: 100)
        case .streaming: return Self.unread.events + [.readComplete, .readWanted]
        case .full: return Self.unread.events + [.readComplete, .reader(isFull: true), .readWanted]
        case .admitted: return Self.streaming.events + [.signal(.admitted(length: 100))]
        case .responding: return Self.streaming.events + [begun]
        case .lastResponding: return Self.opened.events + .upload(of: 100_000) + [.readComplete, .readWanted, begun]
        case .rest: return Self.responding.events + ended
        case .lastRest: return Self.rest.events + [.quiesce, .rang(.lastRequest, unsent: 0)]
        case .answering: return [.readWanted, .received(.request)] + .request() + [.readComplete, .readWanted]
        case .sending: return Self.answering.events + [begun]
        case .sent: return Self.sending.events + [.answer(.end(nil))]
        case .last: return [.readWanted, .received(.request)] + .request(isLast: true) + [.readComplete, .readWanted]
        case .lastSending: return Self.last.events + [begun]
        case .lastSent: return Self.lastSending.events + [.answer(.end(nil))]
        case .heldEnd: return Self.answering.events + [.received(.request), .inputClosed]
        case .draining: return Self.lastSending.events + ended
        case .lingering: return Self.draining.events + [.drained]
        case .closed: return [.inactive]
        }
    }
}

/// Events of every kind, some of them late.
enum SampleEvent: String, CaseIterable, Sendable {
    case received, readWanted, readComplete, inputClosed, inactive, wrote, sent, drained
    case decoded, inputEnded, head, badHead, body, end, malformed, resume
    case responseHead, responseBody, responseEnd, answered, failed, bodyWanted, bodyAdmitted, readerFull, readerReady
    case deadline, receiveRate, slowBody, sendRate, slowReader, probe, lastRequestEnds, shutdownEnds, quiesce, makeRoom, cancel

    var delay: TimeAmount { self == .slowReader || self == .slowBody ? .seconds(40) : .zero }

    func event(in state: SampleState) -> ConnectionEvent {
        switch self {
        case .received: .received(.request)
        case .readWanted: .readWanted
        case .readComplete: .readComplete
        case .inputClosed: .inputClosed
        case .inactive: .inactive
        case .wrote: .wrote(100_000)
        case .sent: .sent(state.unsent)
        case .drained: .drained
        case .decoded: .decoded
        case .inputEnded: .inputEnded
        case .head: .head(.init(method: .get, scheme: "http", authority: "sofa", path: "/"), supportsInterim: true)
        case .badHead: .head(.upload(of: "x"), supportsInterim: true)
        case .body: .body(ByteBuffer(string: "0123456789"))
        case .end: .end
        case .malformed: .malformed(detail: "This is no request.")
        case .resume: .resume
        case .responseHead: .answer(.head(.init(status: .ok)))
        case .responseBody: .answer(.body(ByteBuffer(string: "0123456789")))
        case .responseEnd: .answer(.end(nil))
        case .answered: .answered
        case .failed: .failed
        case .bodyWanted: .signal(.wanted)
        case .bodyAdmitted: .signal(.admitted(length: 1_000_000))
        case .readerFull: .reader(isFull: true)
        case .readerReady: .reader(isFull: false)
        case .deadline: .rang(.input, unsent: state.unsent)
        case .receiveRate, .slowBody: .rang(.receiveRate, unsent: state.unsent)
        case .sendRate, .slowReader: .rang(.sendRate, unsent: state.unsent)
        case .probe: .rang(.probe, unsent: state.unsent)
        case .lastRequestEnds: .rang(.lastRequest, unsent: state.unsent)
        case .shutdownEnds: .rang(.shutdown, unsent: state.unsent)
        case .quiesce: .quiesce
        case .makeRoom: .makeRoom
        case .cancel: .cancel
        }
    }
}

extension [ConnectionEvent] {
    /// The decoder's reports of a request without a body.
    static func request(isLast: Bool = false) -> Self {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "sofa", path: "/")
        if isLast { head.headerFields[.connection] = "close" }
        return [.head(head, supportsInterim: true), .end, .decoded]
    }

    /// The arrival of an upload's head and the first ten bytes of its body.
    static func upload(of length: Int) -> Self {
        let bytes = ByteBuffer(string: "PUT / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\n0123456789")
        return [
            .received(bytes), .head(.upload(of: "\(length)"), supportsInterim: true), .decoded, .body(ByteBuffer(string: "0123456789")),
            .decoded,
        ]
    }
}

extension HTTPRequest {
    static func upload(of length: String) -> HTTPRequest {
        HTTPRequest(method: .put, scheme: "http", authority: "sofa", path: "/", headerFields: [.contentLength: length])
    }
}

extension ByteBuffer {
    static let request = ByteBuffer(string: "GET / HTTP/1.1\r\nHost: sofa\r\n\r\n")
}

// MARK: Texts

extension ConnectionState {
    var text: String {
        switch self {
        case .opened: "opened"
        case .idle: "idle"
        case .head: "head"
        case .receiving(let request, let body): "receiving \(body.framing.text) \(body.reader.text)" + request.text
        case .rest(let framing, let isLast): "rest \(framing.text)" + (isLast ? " last" : "")
        case .answering(let request): "answering" + request.text
        case .draining: "draining"
        case .lingering: "lingering"
        case .closed: "closed"
        }
    }
}

extension PendingRequest {
    fileprivate var text: String { (progress == .none ? "" : " \(progress)") + (isLast ? " last" : "") }
}

extension Framing {
    fileprivate var text: String {
        switch self {
        case .length(let left): "\(left)"
        case .chunks: "chunks"
        }
    }
}

extension IncomingBody.Reader {
    fileprivate var text: String {
        switch self {
        case .none: "unread"
        case .reading: "reading"
        case .full: "full"
        }
    }
}

extension ConnectionAction {
    var text: String {
        switch self {
        case .decode(let bytes): "decode \(bytes.readableBytes)"
        case .endInput: "endInput"
        case .read: "read"
        case .resumeSoon: "resumeSoon"
        case .start(_, let body): "start \(body.readableBytes)"
        case .startStream: "startStream"
        case .feed(let part): "feed \(part.readableBytes)"
        case .endBody(let fault): "endBody" + (fault.map { " \($0)" } ?? "")
        case .cancelRequest: "cancelRequest"
        case .abandonRequest: "abandonRequest"
        case .send(.head(let head)): "send \(head.status.code)" + (head.headerFields[.connection].map { " \($0)" } ?? "")
        case .send(.body): "send body"
        case .send(.end): "send end"
        case .sendInterim(let status): "send \(status.code)"
        case .refuse(.malformed): "refuse"
        case .refuse(.tooSlow): "refuse tooSlow"
        case .drain: "drain"
        case .closeOutput: "closeOutput"
        case .close: "close"
        case .arm(let timer, let time): "arm \(timer) \(time.nanoseconds / 1_000_000) ms"
        case .disarm(let timer): "disarm \(timer)"
        case .noteProgress: "noteProgress"
        case .note(let isIdle): isIdle ? "idle" : "busy"
        }
    }
}
