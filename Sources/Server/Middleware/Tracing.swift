import HTTPTypes
import Hummingbird
import NIOCore

/// Names each request, watches it from its head to its answer, and tells of it.
struct Tracing {
    let measures: HTTPMeasures
    let log: AccessLog?
    let addresses: ClientAddresses

    /// What nginx calls a request whose client was gone before it was answered. Nobody is ever sent it.
    private static let gone = 499

    /// A request has come.
    func begin(_ request: Request, _ context: inout DavenportContext) -> RequestTrace {
        if let given = RequestID.given(in: request.headers) { context.requestID = given }
        let trace = RequestTrace(context.requestID, isHead: request.method == .head, measures, log)
        context.trace = trace
        if log?.showsAddress == true { trace.note(addresses.address(of: request.headers, peer: context.peer)) }
        return trace
    }

    /// It is answered.
    /// - Returns: the answer, which tells of itself as it goes out.
    func end(_ trace: RequestTrace, _ answer: Response, _ context: DavenportContext) -> Response {
        guard context.isConnected() else {
            _ = trace.answer(Self.gone, bytes: 0)
            return answer
        }
        let (status, body, length) = (answer.status.code, answer.body, answer.body.contentLength)
        guard trace.answer(status, bytes: length ?? 0) else { return answer }
        var response = answer
        response.body = ResponseBody(contentLength: length) { writer in
            try await body.write(CountingWriter(writer: writer, trace: trace))
            trace.end()
        }
        return response
    }
}

extension Tracing {
    /// Tells of an answer to bytes that are no request, and came over a connection from there: the last proxy's word for whom it asks is
    /// among what couldn't be read.
    func note(_ refusal: Refusal, from peer: SocketAddress?) {
        let trace = RequestTrace(refusal.requestID, measures, log)
        if log?.showsAddress == true { trace.note(addresses.address(of: [:], peer: peer)) }
        _ = trace.answer(refusal.head.status.code, bytes: refusal.body.readableBytes)
    }
}

/// Counts what goes out of a body.
private struct CountingWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let trace: RequestTrace

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await writer.write(buffer)
        trace.send(buffer.readableBytes)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}

/// What a request is called in its answer and in the log.
enum RequestID {
    /// In characters.
    static let limit = 64

    /// What whoever stands in front called it: letters, digits, `-`, `_` and `.`, so that it does nothing to a header or a line of the log.
    /// Anything else counts as none.
    static func given(in headers: HTTPFields) -> String? {
        let values = headers[values: .requestID]
        guard values.count == 1, let value = values.first, (1...limit).contains(value.utf8.count), value.utf8.allSatisfy(isPlain) else {
            return nil
        }
        return value
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
