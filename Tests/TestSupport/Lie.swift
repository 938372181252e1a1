import DavenportClient
import Foundation

/// What something between a client and the server may answer in the server's place. None of it counts as an answer
/// (rule 10.16).
public enum Lie: CaseIterable, Sendable {
    /// The page of a network's log-in, as 200.
    case page
    /// An empty JSON object, as 200.
    case object
    /// An empty 200.
    case empty
    /// 204, with which a deletion or a mark is acknowledged.
    case done
    /// An unrequested 304.
    case unchanged
    /// The page of a proxy that has no server, as 404.
    case pageOfProxy
    /// A problem of another deployment: 401, with which a session ends.
    case loggedOut
    /// A problem of another deployment: 404, with which something is gone.
    case gone
    /// 511, with which a network asks for a log-in (RFC 6585).
    case logInToNetwork

    /// The answer, without any echo.
    public var response: Transport.Response {
        switch self {
        case .page: .init(status: 200, headers: ["Content-Type": "text/html"], body: Data("<html>Welcome to our hotel".utf8))
        case .object: .init(status: 200, headers: ["Content-Type": "application/json", "ETag": "\"lie\""], body: Data("{}".utf8))
        case .empty: .init(status: 200)
        case .done: .init(status: 204)
        case .unchanged: .init(status: 304)
        case .pageOfProxy: .init(status: 404, headers: ["Content-Type": "text/html"], body: Data("<html>Not found".utf8))
        case .loggedOut: Self.problem(401, "unauthenticated")
        case .gone: Self.problem(404, "not_found")
        case .logInToNetwork: .init(status: 511, headers: ["Content-Type": "text/html"], body: Data("<html>".utf8))
        }
    }

    private static func problem(_ status: Int, _ code: String) -> Transport.Response {
        let text = #"{"type":"urn:davenport:problem:\#(code)","title":"t","status":\#(status),"detail":"d","code":"\#(code)"}"#
        return .init(status: status, headers: ["Content-Type": "application/problem+json"], body: Data(text.utf8))
    }
}

extension Transport.Response {
    /// The same answer with the echo of a request, as the server gives it, and with the media type of the API unless it
    /// has one.
    public func answering(_ request: Transport.Request) -> Transport.Response {
        var headers = headers
        headers["davenport-echo"] = request.headers["davenport-echo"]
        if headers["content-type"] == nil, status != 204, status != 304 {
            headers["content-type"] = status < 400 ? "application/json" : "application/problem+json"
        }
        return .init(status: status, headers: headers, body: body)
    }
}
