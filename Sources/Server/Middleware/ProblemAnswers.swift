import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import Logging

/// Answers every error with a problem in JSON. An unexpected error is logged, and its problem is `internal_error`.
struct ProblemAnswers: RouterMiddleware {
    /// Returns the methods that a path accepts.
    let methods: @Sendable (String) -> [DavenportAPI.Method]

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
        if answer.problem.status == 401 { answer.headers.fitUnauthorized(to: request) }
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
        let methods = methods(request.uri.path)
        return methods.isEmpty ? nil : methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }.joined(separator: ", ")
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
