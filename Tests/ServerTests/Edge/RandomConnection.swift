import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import TestSupport

@testable import Server

/// Sends random events to a connection's state machine. Clients send anything, split anywhere, and tasks, timers and
/// the server act at any moment. A model judges each action.
struct RandomConnection {
    private(set) var machine = ConnectionStateMachine(EdgeLimits())
    private var model = ConnectionModel()
    private var random: SplitMix64
    private var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    /// The bytes that the client will send, and the decoder that reads them.
    private var outgoing: [UInt8] = []
    private var decoder = SketchDecoder()
    private var (isResuming, isInputClosed, isQuiescing) = (false, false, false)
    /// The events so far, for the description of a failure.
    private(set) var history: [String] = []
    private(set) var count = 0

    var isClosed: Bool { model.isClosed }

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Sends events until the connection is closed, and some more after that.
    mutating func play() throws {
        for action in machine.opening { try perform(action) }
        try step(.readWanted)
        var rest = Int.random(in: 5..<120, using: &random)
        while rest > 0 {
            rest -= 1
            if model.isClosed { rest = min(rest, 5) }
            try playOne()
        }
    }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    /// Reports an event that the machine's caller would report, and checks the state after it.
    private mutating func step(_ event: ConnectionEvent) throws {
        try report(event)
        try model.check(machine.state)
    }

    private mutating func report(_ event: ConnectionEvent) throws {
        count += 1
        model.note(event)
        let actions = machine.handle(event, at: now)
        if machine.state.isOver { model.drop() }
        history.append("\(event.kind): \(actions.map(\.text).joined(separator: ", ")) > \(machine.state.text)")
        for action in actions { try perform(action) }
        if case .inactive = event { model.close() }
    }

    private mutating func perform(_ action: ConnectionAction) throws {
        try model.note(action)
        switch action {
        case .decode(let bytes):
            if case .head = machine.state, !decoder.isWithinRequest, model.unsent > 65_536 {
                throw ConnectionModel.Violation(description: "no request begins before the client has read its responses")
            }
            for event in decoder.read(bytes.readableBytesView) { try report(event) }
            try report(.decoded)
        case .endInput:
            if decoder.isWithinRequest { try report(.malformed(detail: nil)) }
            try report(.inputEnded)
        case .send(let part):
            try report(.wrote(chance(4) ? 100_000 : 100))
            if case .end = part { try report(.answered) }
        case .sendInterim, .refuse: try report(.wrote(100))
        case .feed: if chance(3) { try report(.reader(isFull: true)) }
        case .resumeSoon: isResuming = true
        case .close: try report(.inactive)
        default: break
        }
    }

    // MARK: Events

    private mutating func playOne() throws {
        now = now + .milliseconds(Int64.random(in: 0..<2000, using: &random))
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<8: try receive()
        case 8..<14: try answer()
        case 14, 15: if isResuming { try resume() }
        case 16, 17: if let count = model.writes.first { try step(.sent(count)) }
        case 18: if model.isDraining { try step(.drained) }
        case 19: if let timer = model.armed.keys.sorted(by: { "\($0)" < "\($1)" }).randomElement(using: &random) { try ring(timer) }
        case 20: try step(.reader(isFull: false))
        case 21: try disturb()
        case 22: if chance(3) { try step(anything()) }
        default: try step(.readWanted)
        }
    }

    private mutating func receive() throws {
        guard model.isReading, !isInputClosed else { return }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            while outgoing.count < 200 { outgoing += SketchDecoder.request(&random) }
            let bytes = outgoing.prefix(Int.random(in: 1...200, using: &random))
            outgoing.removeFirst(bytes.count)
            try step(.received(ByteBuffer(bytes: bytes)))
        }
        try step(.readComplete)
        try step(.readWanted)
    }

    /// Writes a part of the current request's response, or of a response that has ended meanwhile.
    private mutating func answer() throws {
        if case .receiving(_, let body) = machine.state, case .none = body.reader { return }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: try step(.answer(.head(HTTPResponse(status: .ok))))
        case 6..<10: try step(.answer(.body(ByteBuffer(string: "body"))))
        case 10..<16: try step(.answer(.end(nil)))
        case 16, 17: try step(.signal(.wanted))
        case 18: try step(.signal(.admitted(length: Int.random(in: 0..<1_000_000, using: &random))))
        default: if model.request != nil, chance(10) { try step(.failed) }
        }
    }

    private mutating func resume() throws {
        isResuming = false
        try step(.resume)
    }

    private mutating func ring(_ timer: ConnectionTimer) throws {
        guard timer != .shutdown || chance(5) else { return }
        now = now + .seconds(Int64.random(in: 0..<40, using: &random))
        let (isLateHead, wasRefused) = (timer == .input && isHeadAwaited, model.isRefusedAsLate)
        try step(.rang(timer, unsent: model.unsent == 0 ? 0 : Int.random(in: 1...model.unsent, using: &random)))
        if isLateHead != (model.isRefusedAsLate && !wasRefused) {
            throw ConnectionModel.Violation(description: "408 answers a head that has begun and is late, and nothing else")
        }
    }

    /// Whether the server waits for the rest of a head.
    private var isHeadAwaited: Bool { if case .head = machine.state { model.isReading } else { false } }

    private mutating func disturb() throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            guard !isInputClosed else { return }
            isInputClosed = true
            try step(.inputClosed)
        case 2, 3:
            let isIdle = model.isIdle || model.isClosed
            try step(.makeRoom)
            if isIdle != model.isClosed { throw ConnectionModel.Violation(description: "room is made by idle connections") }
        case 4: try step(.cancel)
        case 5: try step(.inactive)
        case 6, 7:
            guard !isQuiescing else { return }
            isQuiescing = true
            try step(.quiesce)
            if !model.isClosed, model.armed[.shutdown] == nil { throw ConnectionModel.Violation(description: "a shutdown has a deadline") }
        default: break
        }
    }

    /// Returns an event that is impossible or unlikely in this state.
    private mutating func anything() -> ConnectionEvent {
        let events: [ConnectionEvent] = [
            .decoded, .inputEnded, .body(ByteBuffer(string: "body")), .end,
            .malformed(detail: nil), .resume, .drained, .reader(isFull: true), .readComplete,
        ]
        if case .head = machine.state {
        } else if machine.state.request == nil, chance(10) {
            return .head(.upload(of: "10"), supportsInterim: false)
        }
        return events.randomElement(using: &random) ?? .decoded
    }
}

/// A decoder of a few kinds of requests. It understands no more HTTP than these need.
struct SketchDecoder {
    private enum Place {
        case head
        case body(Int)
        case chunks
    }

    private var place = Place.head
    private var text: [UInt8] = []

    var isWithinRequest: Bool {
        if case .head = place { !text.isEmpty } else { true }
    }

    /// Makes the bytes of a request.
    static func request(_ random: inout SplitMix64) -> [UInt8] {
        let length = Int.random(in: 0..<150, using: &random)
        let body = String(repeating: "b", count: length)
        let texts = [
            "GET / HTTP/1.1\r\n\r\n", "HEAD / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
            "PUT / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\n\(body)",
            "PUT / HTTP/1.1\r\nContent-Length: \(length)\r\nExpect: 100-continue\r\n\r\n\(body)",
            "PUT / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n\(body)",
            "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbbb\r\n\r\n0\r\n\r\n",
            "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n!\r\n\r\n", "PUT / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "BAD\r\n\r\n",
        ]
        return Array((texts.randomElement(using: &random) ?? "").utf8)
    }

    /// Returns the events of a piece, which has the end of at most one request.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [ConnectionEvent] {
        let piece = Array(bytes)
        switch place {
        case .head:
            text += piece
            return text.suffix(4) == [13, 10, 13, 10] ? head() : []
        case .body(let left):
            let event = ConnectionEvent.body(ByteBuffer(bytes: piece))
            place = left > piece.count ? .body(left - piece.count) : .head
            return left > piece.count ? [event] : [event, .end]
        case .chunks:
            text += piece
            if text.contains(UInt8(ascii: "!")) { return [.malformed(detail: nil)] }
            guard text.suffix(5) == Array("0\r\n\r\n".utf8) else { return [.body(ByteBuffer(bytes: piece))] }
            (place, text) = (.head, [])
            return [.end]
        }
    }

    private mutating func head() -> [ConnectionEvent] {
        let lines = String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n")
        text = []
        let words = lines[0].split(separator: " ")
        guard words.count == 3, let method = HTTPRequest.Method(String(words[0])) else { return [.malformed(detail: "bad")] }
        var request = HTTPRequest(method: method, scheme: "http", authority: "sofa", path: "/")
        for line in lines.dropFirst() {
            let parts = line.components(separatedBy: ": ")
            if parts.count == 2, let name = HTTPField.Name(parts[0]) { request.headerFields[name] = parts[1] }
        }
        let event = ConnectionEvent.head(request, supportsInterim: words[2] == "HTTP/1.1")
        switch Framing(request) {
        case .length(0), nil: return [event, .end]
        case .length(let length)?: place = .body(length)
        case .chunks?: place = .chunks
        }
        return [event]
    }
}
