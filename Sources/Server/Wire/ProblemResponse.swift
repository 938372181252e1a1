import DavenportAPI
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// The HTTP response for an error. Every error response of the API is made by this type.
struct ProblemResponse {
    let problem: Problem
    var headers: HTTPFields = [:]

    /// Creates the response for an error; nil if the error is unexpected.
    init?(_ error: any Error, requestID: String) {
        let problem: Problem
        switch error {
        case let error as Problem: problem = error
        case BodyFault.malformed: problem = Problem(.malformedRequest)
        case BodyFault.tooSlow: problem = Problem(.requestTimeout)
        // A request is cancelled only when the server shuts down, or when its connection is closed and the client
        // gets no response.
        case is CancellationError: problem = .unavailable()
        case let error as any HTTPResponseError: problem = Problem(Self.code(of: error.status))
        default: return nil
        }
        self.init(problem: problem.answer(to: requestID), headers: Self.headers(of: problem))
    }

    init(problem: Problem, headers: HTTPFields = [:]) {
        self.problem = problem
        self.headers = headers
    }

    var response: Response {
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = "no-store"
        // Encoding a problem should never fail. If it does, the response has the status and an empty body.
        let body = (try? JSONWriter.bytes(of: problem)) ?? []
        return Response(
            status: .init(code: problem.status), headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    private static func headers(of problem: Problem) -> HTTPFields {
        var headers: HTTPFields = [:]
        headers[.retryAfter] = problem.retryAfter.map { String($0) }
        switch problem.code {
        case .unauthenticated, .otherUser, .passkeyInvalid: headers[.wwwAuthenticate] = "Bearer"
        case .invalidCredentials: headers[.wwwAuthenticate] = #"Basic realm="davenport", charset="UTF-8""#
        case .unsupportedEncoding: headers[.acceptEncoding] = "identity"
        case .rangeNotSatisfiable: headers[.contentRange] = problem.size.map { "bytes */\($0)" }
        default: break
        }
        return headers
    }

    /// Returns the problem code for an error that the Hummingbird library throws with an HTTP status. Examples are an
    /// unknown path, a body that is too large or an unreadable request.
    private static func code(of status: HTTPResponse.Status) -> Problem.Code {
        switch status.code {
        case 404: .notFound
        case 405: .methodNotAllowed
        case 408: .requestTimeout
        case 413: .bodyTooLarge
        case 400..<500: .malformedRequest
        case 503: .unavailable
        default: .internalError
        }
    }
}
