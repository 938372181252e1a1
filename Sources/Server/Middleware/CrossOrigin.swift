import DavenportAPI
import HTTPTypes
import Hummingbird

/// Lets pages of the configured origins read answers (CORS). They send their token themselves: no cookie is ever asked for or allowed.
struct CrossOrigin: RouterMiddleware {
    /// As browsers write them: scheme, host and port.
    let origins: [String]
    let preflight: RouteMeasures
    /// The methods that a path takes.
    let methods: @Sendable (String) -> [DavenportAPI.Method]

    /// What requests say that isn't safe without being asked for.
    private static let requestHeaders = "Authorization, Content-Type, Davenport-Tenant, If-None-Match, If-Range, Range, X-Request-ID"
    /// What pages get to see of answers besides the few headers that they always do.
    private static let answerHeaders =
        "Accept-Ranges, Allow, Content-Disposition, Content-Range, Date, ETag, Retry-After, WWW-Authenticate, X-Request-ID"
    /// In seconds: how long a browser needs not ask again.
    private static let maxAge = "7200"

    func handle(
        _ request: Request, context: DavenportContext, next: (Request, DavenportContext) async throws -> Response
    ) async throws -> Response {
        let origin = origin(of: request)
        if let origin, request.method == .options, request.headers.contains(.accessControlRequestMethod) {
            let methods = methods(request.uri.path)
            if !methods.isEmpty {
                context.trace?.note(preflight)
                return answer(to: origin, methods, context)
            }
        }
        var response = try await next(request, context)
        // Also for whoever has no origin: what a proxy keeps must not be answered to another.
        response.headers[.vary] = "Origin"
        if let origin {
            response.headers[.accessControlAllowOrigin] = origin
            response.headers[.accessControlExposeHeaders] = Self.answerHeaders
        }
        return response
    }

    /// The configured one that the request names, byte for byte; nil where it names none or another.
    private func origin(of request: Request) -> String? {
        let named = request.headers[values: .origin]
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
