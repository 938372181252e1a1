import DavenportAPI
import Foundation
import StandIns

/// A rule that replaces the correct answer to some requests. Tests and people set rules while the stand-in runs.
/// Programs send a rule as JSON in the field `rule` of a request to `/control`:
/// `{"action": "answer", "path": "/tv", "status": 500, "times": 1}`.
public struct Rule: AnswerRule, Sendable, Decodable {
    public enum Action: String, Sendable, Decodable {
        /// Sends the correct answer. If the rule sets `status`, `retryAfter` or `body`, the answer has these instead of
        /// its own. With a `delay`, the answer is late.
        case answer
        /// Waits until a test calls `TMDBStandIn.clear()`, and then sends the correct answer.
        case hold
        /// Closes the connection without an answer.
        case cut
        /// Closes the connection after half of the correct answer.
        case half
        /// Sends JSON that ends too early, although the HTTP response is complete.
        case garble
        /// Sends the correct answer with wrong types, such as numbers for strings.
        case mistype
        /// Sends JSON that is never complete, with as many bytes as `bytes` says, without announcing its length.
        case flood
        /// Redirects to the URL `location`.
        case redirect
        /// Answers with status 200 and without a body.
        case empty
        /// Answers with a web page instead of JSON.
        case page
    }

    public var action: Action
    /// The beginning of the paths to which the rule applies, for TMDB below `/3`; nil matches every request.
    public var path: String?
    /// The HTTP status of an `answer`; nil keeps the correct answer's status.
    public var status: Int?
    /// The value of the header `retry-after` of an `answer`; nil sends no such header.
    public var retryAfter: String?
    /// The body of an `answer`; nil keeps the correct body, or sends TMDB's error for an error status.
    public var body: String?
    /// The delay in seconds before the answer; nil means no delay.
    public var delay: Double?
    /// The length of the body of a `flood` in bytes; nil means 64 MiB.
    public var bytes: Int?
    /// The URL to which a `redirect` leads; nil means a URL of this machine.
    public var location: String?
    /// The number of requests to which the rule applies; nil applies it to all matching requests.
    public var times: Int?

    public init(
        _ action: Action, path: String? = nil, status: Int? = nil, retryAfter: String? = nil, body: String? = nil, bytes: Int? = nil,
        location: String? = nil, times: Int? = nil
    ) {
        (self.action, self.path, self.status, self.retryAfter, self.body) = (action, path, status, retryAfter, body)
        (self.bytes, self.location, self.times) = (bytes, location, times)
    }

    /// Returns the response with which this rule replaces the correct one.
    /// - Parameter errors: TMDB's errors by their status.
    func answer(insteadOf right: StandInAnswer, _ errors: [String: JSONValue]) -> StandInAnswer {
        switch action {
        case .garble: return StandInAnswer(Array(right.body.prefix(right.body.count / 2)))
        case .mistype: return StandInAnswer(Self.mistyped((try? JSONDecoder().decode(JSONValue.self, from: Data(right.body))) ?? .null))
        case .empty: return StandInAnswer([UInt8]())
        case .page: return StandInAnswer(type: "text/html;charset=utf-8", Array("<!doctype html><title>TMDB</title><p>Back soon.".utf8))
        case .flood:
            let beginning = Array(#"{"page":1,"results":[{"name":""#.utf8)
            return StandInAnswer(beginning + [UInt8](repeating: UInt8(ascii: "a"), count: bytes ?? 64 << 20))
        case .redirect: return StandInAnswer(status: 302, [UInt8]()).adding("location", location ?? "http://127.0.0.1:1/")
        default: break
        }
        var answer = right
        if let status {
            if status >= 400 { answer = StandInAnswer(errors[String(status)] ?? errors["500"] ?? .null) }
            answer.status = status
        }
        if let body { answer.body = Array(body.utf8) }
        return retryAfter.map { answer.adding("retry-after", $0) } ?? answer
    }

    private static func mistyped(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .integer(text.utf8.count)
        case .integer(let number): .string(String(number))
        case .number(let number): .string(String(number))
        case .boolean(let truth): .string(String(truth))
        case .null: .boolean(false)
        case .list(let elements): .list(elements.map(mistyped))
        case .object(let members): .object(members.map { .init($0.name, mistyped($0.value)) })
        }
    }
}
