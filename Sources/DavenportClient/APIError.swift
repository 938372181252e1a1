import DavenportAPI
import Foundation

/// The reason why a call of an endpoint failed.
public enum APIError: Error, Sendable {
    /// The server refused the request with a problem. The problem's `code` says what a client can do.
    /// - Parameter retryAfter: how long to wait before a retry; nil if the server doesn't say.
    case problem(Problem, retryAfter: Duration? = nil)
    /// The server doesn't understand this version of the client any more, and refuses everything (rule 10.20). Show that the app needs an
    /// update. A `Replica` keeps what waits to be sent.
    case clientTooOld(Problem)
    /// An answer arrived that isn't Davenport's answer to this request, for example a proxy's page (rule 10.16). It
    /// says nothing about the request: the client doesn't know whether the server processed it, as with `transport`.
    case unexpectedAnswer(status: Int, body: Data)
    /// No answer arrived, so the client doesn't know whether the server processed the request.
    case transport(any Error)
    /// The client can't build the request, for example because the base URL is invalid.
    case unwritable(String)

    /// The code of the problem, if the server refused the request with one; otherwise nil.
    public var code: Problem.Code? {
        switch self {
        case .problem(let problem, _), .clientTooOld(let problem): problem.code
        case .unexpectedAnswer, .transport, .unwritable: nil
        }
    }
}

extension APIError: CustomStringConvertible {
    /// A description of the error in English, for logs.
    public var description: String {
        switch self {
        case .problem(let problem, _), .clientTooOld(let problem):
            ([problem.detail] + (problem.errors ?? []).map { "\($0.field) \($0.message)." } + ["(\(problem.code.rawValue))"])
                .joined(separator: " ")
        case .unexpectedAnswer(let status, let body):
            "Something else than Davenport answered with status \(status): \(String(decoding: body.prefix(200), as: UTF8.self))"
        case .transport(let error): "The server can't be reached: \(error)"
        case .unwritable(let reason): reason
        }
    }
}
