import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import Logging

/// Makes every failure a problem, names the request in every answer, and logs what nobody foresaw.
struct ProblemMiddleware: RouterMiddleware {
    /// For an address that exists with another method: those that it takes.
    let methods: @Sendable (String) -> [DavenportAPI.Method]

    func handle(
        _ request: Request, context: DavenportContext, next: (Request, DavenportContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            // The router would skip an empty part, so that what a proxy's rules say of an address would not hold for its other spellings.
            guard !request.uri.path.hasEmptyPart else { throw Problem(.notFound) }
            response = try await next(request, context)
        } catch let wait as LongPoll {
            // It failed in nothing: `Responder` has it answered anew.
            throw wait
        } catch {
            response = try answer(to: error, request, context).response
        }
        response.headers[.requestID] = context.requestID
        response.headers.setSecurity()
        return response
    }

    private func answer(to error: any Error, _ request: Request, _ context: DavenportContext) -> ProblemResponse {
        guard let answer = ProblemResponse(error, requestID: context.requestID) else {
            // Not the path itself: it may hold what nobody else is to know, as a device's token.
            let endpoint = context.endpointPath ?? "to an unknown address"
            context.logger.error("\(request.method) \(endpoint) failed: \(error)", metadata: ["request-id": "\(context.requestID)"])
            return ProblemResponse(problem: Problem(.internalError, requestID: context.requestID))
        }
        if error is HTTPError, answer.problem.code == .notFound {
            let allowed = methods(request.uri.path)
            guard !allowed.isEmpty else { return answer }
            return ProblemResponse(
                problem: Problem(.methodNotAllowed, requestID: context.requestID),
                headers: [.allow: allowed.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }.joined(separator: ", ")])
        }
        return answer
    }
}

extension String {
    /// Whether a path has two slashes in a row.
    fileprivate var hasEmptyPart: Bool {
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
    /// What keeps a browser from making of an answer what it isn't (rules 22): a type that it guesses, a page that runs or is framed, a
    /// picture of another's page. What says more by itself, as the page at /docs, keeps it.
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
