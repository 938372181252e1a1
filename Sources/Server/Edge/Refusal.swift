import DavenportAPI
import HTTPTypes
import NIOCore

/// The response to bytes that aren't a valid request.
struct Refusal {
    let head: HTTPResponse
    let body: ByteBuffer
    let requestID: String

    /// - Parameters:
    ///   - detail: what is wrong with the head, in English, or nil if the head can't be read at all.
    ///   - origins: the web origins whose pages may read the response.
    ///   - named: the values of the head's `Origin` header. A page may read the response only if there is one value,
    ///     and it is in `origins`.
    init(detail: String? = nil, to origins: [String], named: [String]) {
        requestID = DavenportContext.newRequestID()
        let problem = Problem(.malformedRequest, detail: detail, requestID: requestID)
        // Encoding a problem should never fail. If it does, the status alone is sent.
        body = ByteBuffer(bytes: (try? JSONWriter.bytes(of: problem)) ?? [])
        var headers: HTTPFields = [
            .contentType: "application/problem+json", .cacheControl: "no-store", .contentLength: String(body.readableBytes),
            .connection: "close", .requestID: requestID,
        ]
        headers.setSecurity()
        if !origins.isEmpty { CrossOrigin.allow(CrossOrigin.configured(origins, named: named), in: &headers) }
        head = HTTPResponse(status: .badRequest, headerFields: headers)
    }
}
