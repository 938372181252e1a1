import DavenportAPI
import HTTPTypes
import NIOCore

/// What is answered to bytes that are no request.
struct Refusal {
    let head: HTTPResponse
    let body: ByteBuffer

    init() {
        let requestID = DavenportContext.newRequestID()
        let problem = Problem(.malformedRequest, requestID: requestID)
        // A problem is written as any other answer is; should that ever fail, the status says it all.
        body = ByteBuffer(bytes: (try? JSONWriter.bytes(of: problem)) ?? [])
        head = HTTPResponse(
            status: .badRequest,
            headerFields: [
                .contentType: "application/problem+json", .cacheControl: "no-store", .contentLength: String(body.readableBytes),
                .connection: "close", .requestID: requestID, .contentTypeOptions: "nosniff",
            ])
    }
}
