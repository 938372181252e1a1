import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Writes what a use case answered.
enum AnswerWriter {
    static func response<Out: Encodable>(
        _ answer: Out, of endpoint: some EndpointDeclaration, to request: Request
    ) throws -> Response {
        if answer is NoContent { return Response(status: .noContent) }
        let media = answer as? Media
        let bytes = try media?.bytes ?? JSONWriter.bytes(of: answer)
        var headers: HTTPFields = [.contentType: media?.type ?? "application/json; charset=utf-8"]
        switch endpoint.caching {
        case .noStore:
            headers[.cacheControl] = "no-store"
        case .tagged:
            let tag = EntityTag.of(bytes)
            headers[.cacheControl] = endpoint.who == .anyone ? "no-cache" : "private, no-cache"
            headers[.eTag] = tag
            if EntityTag.matches(tag, request.headers[.ifNoneMatch]) { return Response(status: .notModified, headers: headers) }
        }
        return Response(status: status(of: answer, endpoint), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func status(of answer: some Encodable, _ endpoint: some EndpointDeclaration) -> HTTPResponse.Status {
        if let created = answer as? any CreatedAnswer, !created.isNew { return .ok }
        return HTTPResponse.Status(code: endpoint.success)
    }
}
