import DavenportAPI
import Foundation

/// Why a call has no answer.
public enum APIError: Error, Sendable {
    /// The server refused, and says why. Decide by the problem's `code`.
    /// - Parameter retryAfter: how long to wait before asking again, where the server says so.
    case problem(Problem, retryAfter: Duration? = nil)
    /// Something answered, but not as the API does: a proxy in between, or a server that is newer than this client.
    case unexpectedAnswer(status: Int, body: Data)
    /// No answer came. Whether the request arrived is not known.
    case transport(any Error)
    /// The request can't be written: a base URL that is none, for example.
    case unwritable(String)

    /// The problem's code, where it is one.
    public var code: Problem.Code? {
        if case .problem(let problem, _) = self { problem.code } else { nil }
    }
}

extension APIError: CustomStringConvertible {
    /// What happened, in English, for whoever reads logs.
    public var description: String {
        switch self {
        case .problem(let problem, _):
            ([problem.detail] + (problem.errors ?? []).map { "\($0.field) \($0.message)." } + ["(\(problem.code.rawValue))"])
                .joined(separator: " ")
        case .unexpectedAnswer(let status, let body):
            "The server answered \(status) as the API doesn't: \(String(decoding: body.prefix(200), as: UTF8.self))"
        case .transport(let error): "The server can't be reached: \(error)"
        case .unwritable(let reason): reason
        }
    }
}
