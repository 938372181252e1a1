import DavenportAPI
import HTTPTypes
import NIOCore

/// What is answered to bytes that are no request.
struct Refusal {
    let head: HTTPResponse
    let body: ByteBuffer
    let requestID: String

    /// - Parameters:
    ///   - detail: what is wrong with the head, in English; nil where it can't be read at all.
    ///   - origins: those whose pages may read it.
    ///   - named: what the head's `Origin` says.
    init(detail: String? = nil, to origins: [String], named: [String]) {
        requestID = DavenportContext.newRequestID()
        let problem = Problem(.malformedRequest, detail: detail, requestID: requestID)
        // A problem is written as any other answer is; should that ever fail, the status says it all.
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
