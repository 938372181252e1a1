import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// What explains the API: the OpenAPI document and a page to read it. The same for everybody; outside of tenants and of `/v1`.
struct DocumentRoutes {
    private let document: Document
    private let page: Document

    /// - Parameter areas: those that the document tells of.
    /// - Throws: where an endpoint can't be described: a fault of the program, found when it starts.
    init(areas: [AreaContract]) throws {
        document = Document(Array((try OpenAPI.document(of: areas).description + "\n").utf8), type: "application/json; charset=utf-8")
        let page = DocsPage()
        self.page = Document(
            page.bytes, type: "text/html; charset=utf-8",
            headers: [.contentSecurityPolicy: page.contentSecurityPolicy, .referrerPolicy: "no-referrer"])
    }

    func mount(on router: Router<DavenportContext>) {
        router.get("/openapi.json") { [document] request, _ in document.response(to: request) }
        router.get("/docs") { [page] request, _ in page.response(to: request) }
    }
}

/// Bytes that don't change while the server runs.
private struct Document {
    private let bytes: ByteBuffer
    private let headers: HTTPFields

    init(_ bytes: [UInt8], type: String, headers: HTTPFields = [:]) {
        self.bytes = ByteBuffer(bytes: bytes)
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = "public, max-age=60"
        headers[.eTag] = EntityTag.of(bytes)
        self.headers = headers
    }

    func response(to request: Request) -> Response {
        if let tag = headers[.eTag], EntityTag.matches(tag, request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!  // A constant that is a valid name.
}
