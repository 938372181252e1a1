import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import Logging

/// Answers every error with a problem in JSON. An unexpected error is logged, and its problem is `internal_error`.
struct ProblemAnswers: RouterMiddleware {
    /// All paths of the server with their methods, one route for each method.
    let routes: [Route]

    func response(to error: any Error, _ request: Request, _ context: DavenportContext) -> Response {
        guard var answer = ProblemResponse(error, requestID: context.requestID) else {
            // The log has the route and not the path, which may contain a secret, such as a device's token.
            let route = context.trace?.routePattern ?? "to an unknown address"
            context.logger.error("\(request.method) \(route) failed: \(error)", metadata: ["request-id": "\(context.requestID)"])
            return ProblemResponse(problem: Problem(.internalError, requestID: context.requestID)).response
        }
        if error is HTTPError, answer.problem.code == .notFound, let allowed = allowedMethods(request) {
            return ProblemResponse(problem: Problem(.methodNotAllowed, requestID: context.requestID), headers: [.allow: allowed]).response
        }
        if answer.problem.status == 401 { answer.headers.fitUnauthorized(to: request, endsSession: answer.problem.code != .otherUser) }
        return answer.response
    }

    /// Answers the errors of the router and its handlers with problems. Without it, the router would answer some errors
    /// without a body.
    func handle(
        _ request: Request, context: DavenportContext, next: (Request, DavenportContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch { return response(to: error, request, context) }
    }

    /// Returns the value of the header `Allow`; nil if the path accepts no method.
    private func allowedMethods(_ request: Request) -> String? {
        let methods = methods(at: request.uri.path)
        return methods.isEmpty ? nil : methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }.joined(separator: ", ")
    }

    /// Returns the methods that a path accepts. If several declared paths fit, those with the fewest parameters count,
    /// as for the router: a literal part takes precedence over a parameter.
    func methods(at path: String) -> [DavenportAPI.Method] {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        let fitting = routes.filter { $0.fits(parts) }
        let path = fitting.min { $0.parameterCount < $1.parameterCount }?.path
        return fitting.filter { $0.path == path }.map(\.method)
    }

    /// A path with parameters, and a method that it accepts.
    struct Route {
        let path: String
        let method: DavenportAPI.Method

        /// The path split at its slashes. A last part `**` matches one or more parts of a request's path.
        fileprivate var parts: [Substring.UTF8View] { path.utf8.split(separator: UInt8(ascii: "/")) }
        fileprivate var parameterCount: Int { parts.count { Self.isParameter($0) } }

        fileprivate func fits(_ wanted: [Substring.UTF8View]) -> Bool {
            let open = parts.last.map { $0.elementsEqual("**".utf8) } ?? false
            let parts = open ? parts.dropLast() : parts[...]
            return (open ? wanted.count > parts.count : wanted.count == parts.count)
                && zip(parts, wanted).allSatisfy { Self.isParameter($0) || $0.elementsEqual($1) }
        }

        private static func isParameter(_ part: Substring.UTF8View) -> Bool { part.first == UInt8(ascii: "{") }
    }
}

extension String {
    /// Whether a path has two slashes in a row, and so an empty part between them.
    var hasEmptyPart: Bool {
        let slash = UInt8(ascii: "/")
        var before: UInt8?
        for byte in utf8 {
            if byte == slash, before == slash { return true }
            before = byte
        }
        return false
    }
}

extension HTTPFields {
    /// Sets the security headers of a response (rules 22). The browser must not guess another media type, run or frame
    /// the response as a page, or show it inside a page of another origin. A response with a `Content-Security-Policy`
    /// of its own, such as the page at `/docs`, keeps that policy.
    mutating func setSecurity() {
        self[.contentTypeOptions] = "nosniff"
        self[.crossOriginResourcePolicy] = "same-origin"
        if !contains(.contentSecurityPolicy) { self[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'" }
    }
}

extension HTTPField.Name {
    static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!  // A constant that is a valid name.
    static let requestID = Self("X-Request-ID")!  // A constant that is a valid name.
    static let contentTypeOptions = Self("X-Content-Type-Options")!  // A constant that is a valid name.
    static let davenportTenant = Self("Davenport-Tenant")!  // A constant that is a valid name.
}
