import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Serves the OpenAPI document and a page that displays it. Document and page are the same for every client and tenant,
/// and their paths are outside of `/v1`.
struct DocumentRoutes {
    static let (document, page) = ("/openapi.json", "/docs")

    private let document: SharedLazy<Document>
    private let page = SharedLazy {
        let page = DocsPage()
        return Document(
            page.bytes, type: "text/html; charset=utf-8",
            headers: [.contentSecurityPolicy: page.contentSecurityPolicy, .referrerPolicy: "no-referrer"])
    }

    /// Creates the routes of the document and of the page.
    init(areas: [AreaContract]) {
        document = SharedLazy {
            let text = try OpenAPI.document(of: areas, examples: try RecordedExample.all()).description + "\n"
            return Document(Array(text.utf8), type: "application/json; charset=utf-8")
        }
    }

    func mount(on router: Router<DavenportContext>, _ metrics: HTTPMetrics) {
        let (documentRoute, pageRoute) = (metrics.route("GET", Self.document), metrics.route("GET", Self.page))
        router.get(RouterPath(Self.document)) { [document] request, context in
            context.trace?.setRoute(documentRoute)
            return try document().response(to: request)
        }
        router.get(RouterPath(Self.page)) { [page] request, context in
            context.trace?.setRoute(pageRoute)
            return try page().response(to: request)
        }
    }
}

/// A value that is created at the first call and then cached. It holds the OpenAPI document, which most servers never
/// need. Creating the document takes twice as long as the rest of a server's start.
private final class SharedLazy<Value: Sendable>: Sendable {
    private let make: @Sendable () throws -> Value
    private let made = Mutex<Value?>(nil)

    init(_ make: @escaping @Sendable () throws -> Value) {
        self.make = make
    }

    /// Returns the value, and creates it first if necessary. Concurrent first calls each create the value, so that none
    /// of them blocks a thread.
    func callAsFunction() throws -> Value {
        if let value = made.withLock({ $0 }) { return value }
        let value = try make()
        made.withLock { $0 = value }
        return value
    }
}

/// A constant response body with its headers.
private struct Document: Sendable {
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
            return .notModified(headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
    }
}
