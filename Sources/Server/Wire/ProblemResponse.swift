import DavenportAPI
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// The one place where errors become answers.
struct ProblemResponse {
    let problem: Problem
    var headers: HTTPFields = [:]

    /// What a request that failed with `error` is answered; nil for an error that nobody foresaw.
    init?(_ error: any Error, requestID: String) {
        switch error {
        case let error as DomainError: self.init(error, requestID)
        case let problem as Problem:
            self.init(
                problem: Problem(
                    problem.code, detail: problem.detail, errors: problem.errors, roomID: problem.roomID, requestID: requestID))
        // A body that is framed oddly, or that ends early.
        case is HTTPParserError: self.init(problem: Problem(.malformedRequest, requestID: requestID))
        // Only the end of the server cancels a request.
        case is CancellationError: self.init(DomainError.unavailable(retryAfter: 1), requestID)
        case let error as any HTTPResponseError: self.init(problem: Problem(Self.code(of: error.status), requestID: requestID))
        default: return nil
        }
    }

    init(problem: Problem, headers: HTTPFields = [:]) {
        self.problem = problem
        self.headers = headers
    }

    var response: Response {
        get throws {
            var headers = headers
            headers[.contentType] = "application/problem+json"
            headers[.cacheControl] = "no-store"
            return Response(
                status: .init(code: problem.status), headers: headers,
                body: .init(byteBuffer: ByteBuffer(bytes: try JSONWriter.bytes(of: problem))))
        }
    }

    private init(_ error: DomainError, _ requestID: String) {
        switch error {
        case .invalid(let faults):
            self.init(problem: Problem(.invalid, detail: Self.sentence(faults), errors: faults, requestID: requestID))
        case .roomExists(let roomID):
            self.init(problem: Problem(.roomExists, roomID: roomID, requestID: requestID))
        case .unknownUser(let field):
            let fault = FieldFault(field: field, code: .unknown, message: "names somebody you can't bring in")
            self.init(problem: Problem(.unknownUser, errors: [fault], requestID: requestID))
        case .unauthenticated:
            self.init(problem: Problem(.unauthenticated, requestID: requestID), headers: [.wwwAuthenticate: "Bearer"])
        case .invalidCredentials:
            self.init(
                problem: Problem(.invalidCredentials, requestID: requestID),
                headers: [.wwwAuthenticate: #"Basic realm="davenport", charset="UTF-8""#])
        case .tooManyRequests(let seconds):
            self.init(problem: Problem(.tooManyRequests, requestID: requestID), headers: [.retryAfter: String(seconds)])
        case .unavailable(let seconds):
            self.init(problem: Problem(.unavailable, requestID: requestID), headers: [.retryAfter: String(seconds)])
        default:
            self.init(problem: Problem(Self.code(of: error), requestID: requestID))
        }
    }

    private static func code(of error: DomainError) -> Problem.Code {
        switch error {
        case .notFound: .notFound
        case .invalid: .invalid
        case .tenantRequired: .tenantRequired
        case .tenantNotFound: .tenantNotFound
        case .featureOff: .featureOff
        case .unsupportedMedia: .unsupportedMediaType
        case .unauthenticated: .unauthenticated
        case .invalidCredentials: .invalidCredentials
        case .forbidden: .forbidden
        case .wrongPassword: .wrongPassword
        case .emailTaken: .emailTaken
        case .usernameTaken: .usernameTaken
        case .lastOwner: .lastOwner
        case .inviteInvalid: .inviteInvalid
        case .roomExists: .roomExists
        case .roomFull: .roomFull
        case .membersCannotShareRoom: .membersCannotShareRoom
        case .unknownUser: .unknownUser
        case .idTaken: .idTaken
        case .noNextEpisode: .noNextEpisode
        case .tooManyRequests: .tooManyRequests
        case .unavailable: .unavailable
        }
    }

    /// What Hummingbird itself refuses: an unknown address, a body that is too large, a request that can't be read.
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

    private static func sentence(_ faults: [FieldFault]) -> String {
        faults.map { "\($0.field) \($0.message)" }.joined(separator: "; ") + "."
    }
}
