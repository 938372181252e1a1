import DavenportAPI
import HTTPTypes
import Hummingbird

/// Lets pages of the configured origins read responses (CORS). Such a page sends a token with each request. The server
/// doesn't allow browsers to send cookies from these pages, so a session cookie never counts there.
struct CrossOrigin {
    /// The allowed origins as browsers write them: scheme, host and port.
    let origins: [String]
    let preflight: RouteMetrics
    /// Returns the methods that a path accepts, which a preflight response lists.
    let methods: @Sendable (String) -> [DavenportAPI.Method]

    /// The request headers that pages may send. Before a browser sends them, it asks for permission in a preflight
    /// request.
    private static let requestHeaders =
        "Authorization, Content-Type, Davenport-Client, Davenport-Echo, Davenport-Tenant, If-None-Match, If-Range, Range, X-Request-ID"
    /// The response headers that pages may read, besides those that browsers always let them read.
    private static let answerHeaders =
        "Accept-Ranges, Allow, Content-Disposition, Content-Range, Date, Davenport-Echo, ETag, Retry-After, WWW-Authenticate, X-Request-ID"
    /// The time in seconds for which a browser may cache a preflight response.
    private static let maxAge = "7200"

    /// Answers a preflight request from one of the configured origins; nil for any other request.
    func preflightResponse(to request: Request, _ context: DavenportContext) -> Response? {
        guard request.method == .options, request.headers.contains(.accessControlRequestMethod), let origin = origin(of: request) else {
            return nil
        }
        let methods = methods(request.uri.path)
        guard !methods.isEmpty else { return nil }
        context.trace?.setRoute(preflight)
        return answer(to: origin, methods, context)
    }

    /// Adds the headers that let the requesting page read the response, if the page's origin is a configured one.
    func allow(_ request: Request, in headers: inout HTTPFields) { Self.allow(origin(of: request), in: &headers) }

    /// Adds the headers that let a page of an origin read a response.
    /// - Parameter origin: the page's origin, if it is a configured one; otherwise nil.
    static func allow(_ origin: String?, in headers: inout HTTPFields) {
        // Set on every response, so that a cache doesn't serve a response without CORS headers to another origin.
        headers[.vary] = "Origin"
        if let origin {
            headers[.accessControlAllowOrigin] = origin
            headers[.accessControlExposeHeaders] = answerHeaders
        }
    }

    private func origin(of request: Request) -> String? { Self.configured(origins, named: request.headers[values: .origin]) }

    /// Returns the configured origin that equals the request's `Origin` byte for byte; nil if none does.
    ///
    /// - Parameter named: the values of the request's `Origin` headers. Of several, none counts.
    static func configured(_ origins: [String], named: [String]) -> String? {
        guard named.count == 1, let name = named.first else { return nil }
        return origins.first { $0.utf8.elementsEqual(name.utf8) }
    }

    private func answer(to origin: String, _ methods: [DavenportAPI.Method], _ context: DavenportContext) -> Response {
        var headers: HTTPFields = [
            .accessControlAllowOrigin: origin, .accessControlAllowMethods: methods.map(\.rawValue).joined(separator: ", "),
            .accessControlAllowHeaders: Self.requestHeaders, .accessControlMaxAge: Self.maxAge,
            .vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers", .requestID: context.requestID,
        ]
        headers.setSecurity()
        return Response(status: .noContent, headers: headers)
    }
}
