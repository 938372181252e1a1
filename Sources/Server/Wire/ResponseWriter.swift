import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// Turns the result of a use case into an HTTP response.
enum ResponseWriter {
    static func response<Out: Encodable>(
        _ answer: Out, of endpoint: some EndpointDeclaration, to request: Request
    ) throws -> Response {
        switch endpoint.sessionEffect {
        case .none: return try content(answer, of: endpoint, to: request)
        case .begins:
            guard SessionCookie.isWanted(by: request), let signedIn = answer as? SignedIn else { break }
            var response = try content(signedIn.withoutToken, of: endpoint, to: request)
            response.headers[.setCookie] = SessionCookie(of: request).keeping(signedIn)
            return response
        case .ends:
            guard !SessionCookie.tokens(of: request).isEmpty else { break }
            var response = try content(answer, of: endpoint, to: request)
            response.headers[.setCookie] = SessionCookie(of: request).expired
            // Not "cookies" too, because a browser would then delete those of all communities under the same domain.
            if !SessionCookie.keepsStorage(request) { response.headers[.clearSiteData] = "\"storage\"" }
            return response
        }
        return try content(answer, of: endpoint, to: request)
    }

    private static func content<Out: Encodable>(
        _ answer: Out, of endpoint: some EndpointDeclaration, to request: Request
    ) throws -> Response {
        if answer is NoContent { return Response(status: .init(code: endpoint.success)) }
        if let file = answer as? Download { return try DownloadWriter.response(file, to: request) }
        if let document = answer as? Attachment { return DownloadWriter.response(document) }
        let status = status(of: answer, endpoint)
        if let media = answer as? Media { return response(media.bytes, MediaType.header(media.type), status, of: endpoint, to: request) }
        var written = try JSONWriter.withBytes(of: answer) { bytes -> Response in
            response(bytes, "application/json; charset=utf-8", status, of: endpoint, to: request)
        }
        if let seconds = (answer as? any RetryingAnswer)?.retryAfter { written.headers[.retryAfter] = String(seconds) }
        return written
    }

    private static func response(
        _ bytes: some Collection<UInt8>, _ type: String, _ status: HTTPResponse.Status, of endpoint: some EndpointDeclaration,
        to request: Request
    ) -> Response {
        var headers: HTTPFields = [.contentType: type]
        switch endpoint.caching {
        case .noStore:
            headers[.cacheControl] = "no-store"
        case .immutable:
            // A year, the longest useful lifetime (RFC 9111, 5.3).
            headers[.cacheControl] = "private, max-age=31536000, immutable"
        case .tagged:
            let tag = EntityTag.of(bytes)
            headers[.cacheControl] = endpoint.who == .anyone ? "no-cache" : "private, no-cache"
            headers[.eTag] = tag
            if EntityTag.matches(tag, request.headers[.ifNoneMatch]) { return .notModified(headers) }
        }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func status(of answer: some Encodable, _ endpoint: some EndpointDeclaration) -> HTTPResponse.Status {
        if let created = answer as? any CreatedAnswer, !created.isNew { return .ok }
        return HTTPResponse.Status(code: endpoint.success)
    }
}
