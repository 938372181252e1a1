import DavenportAPI
import HTTPTypes
import JSON
import NIOCore

/// The response to bytes that don't become a request, because they are invalid or come too slowly.
struct Refusal {
    /// Why the bytes are refused.
    enum Reason {
        /// The bytes aren't a valid request. The detail says what is wrong with the head, in English, or is nil if the head can't be read
        /// at all.
        case malformed(detail: String?)
        /// A head has begun, but has missed its deadline.
        case tooSlow
    }

    /// What a refusal takes from the head that it answers. Both are empty if no head could be read.
    struct Asked {
        /// The values of the header `Origin`. A page may read the refusal only if there is one value, and it is allowed.
        var origins: [String] = []
        /// The values of the header `Davenport-Echo`.
        var echoes: [String] = []
    }

    let head: HTTPResponse
    let body: ByteBuffer
    let requestID: String

    /// - Parameters:
    ///   - reason: why the bytes are refused.
    ///   - origins: the web origins whose pages may read the response.
    ///   - asked: what the refused head asked for.
    init(_ reason: Reason, to origins: [String], asked: Asked) {
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
        if !origins.isEmpty { CrossOrigin.allow(CrossOrigin.configured(origins, named: asked.origins), in: &headers) }
        headers[.echo] = RequestEcho.only(asked.echoes)
        head = HTTPResponse(status: .init(code: problem.status), headerFields: headers)
    }
}
