import DavenportAPI
import HTTPTypes
import NIOCore

/// The response to bytes that don't become a request, because they are invalid or come too slowly.
struct Refusal {
    /// Why the bytes are refused.
    enum Reason {
        /// They aren't a valid request. The detail says what is wrong with the head, in English, or is nil if the head can't
        /// be read at all.
        case malformed(detail: String?)
        /// A head has begun, but has missed its deadline.
        case tooSlow
    }

    let head: HTTPResponse
    let body: ByteBuffer
    let requestID: String

    /// - Parameters:
    ///   - reason: why the bytes are refused.
    ///   - origins: the web origins whose pages may read the response.
    ///   - named: the values of the head's `Origin` header. A page may read the response only if there is one value,
    ///     and it is in `origins`.
    init(_ reason: Reason, to origins: [String], named: [String]) {
        requestID = DavenportContext.newRequestID()
        let problem =
            switch reason {
            case .malformed(let detail): Problem(.malformedRequest, detail: detail, requestID: requestID)
            case .tooSlow: Problem(.requestTimeout, requestID: requestID)
            }
        // Encoding a problem should never fail. If it does, the status alone is sent.
        body = ByteBuffer(bytes: (try? JSONWriter.bytes(of: problem)) ?? [])
        var headers: HTTPFields = [
            .contentType: "application/problem+json", .cacheControl: "no-store", .contentLength: String(body.readableBytes),
            .connection: "close", .requestID: requestID,
        ]
        headers.setSecurity()
        if !origins.isEmpty { CrossOrigin.allow(CrossOrigin.configured(origins, named: named), in: &headers) }
        head = HTTPResponse(status: .init(code: problem.status), headerFields: headers)
    }
}
