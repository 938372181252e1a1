import HTTPTypes
import Hummingbird
import NIOCore

/// Gives each request an ID and follows it from its head to its response. At the end, it records the metrics and writes
/// the line in the access log.
struct Tracing {
    let metrics: HTTPMetrics
    let log: AccessLog?
    let addresses: ClientAddresses

    /// The status 499, with which nginx records a client that closed the connection before the response. This server
    /// only records it too, and never sends it.
    private static let gone = 499

    /// Begins the trace of a request, and sets the request's ID in the context.
    func begin(_ request: Request, _ context: inout DavenportContext) -> RequestTrace {
        if let given = RequestID.given(in: request.headers) { context.requestID = given }
        let trace = RequestTrace(context.requestID, isHead: request.method == .head, metrics, log)
        context.trace = trace
        if log?.showsAddress == true { trace.setAddress(addresses.address(of: request.headers, peer: context.peer)) }
        return trace
    }

    /// Records the response in the trace.
    /// - Returns: the response to send. If its body is streamed, sending it to the end also ends the trace.
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
    /// Records the response that refuses bytes which aren't a valid request. The access log gets the connection's
    /// address, because the header `X-Forwarded-For` could not be read.
    func note(_ refusal: Refusal, from peer: SocketAddress?) {
        let trace = RequestTrace(refusal.requestID, metrics, log)
        if log?.showsAddress == true { trace.setAddress(addresses.address(of: [:], peer: peer)) }
        _ = trace.answer(refusal.head.status.code, bytes: refusal.body.readableBytes)
    }
}

/// Forwards a response's body to another writer, and reports the number of sent bytes to the request's trace.
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

/// Reads the ID of a request that a proxy put into a header.
enum RequestID {
    /// The maximum number of characters of a request's ID.
    static let limit = 64

    /// Returns the ID in the header `X-Request-ID`; nil if there is no valid one. An ID consists of letters, digits,
    /// `-`, `_` and `.`, so that it can't inject text into a header or a log line.
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
