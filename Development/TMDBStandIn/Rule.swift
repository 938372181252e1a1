import StandIns

/// A rule that replaces the correct answer to some requests. Tests and people set rules while the stand-in runs.
/// Programs send a rule as JSON in the field `rule` of a request to `/control`:
/// `{"action": "answer", "path": "/tv", "status": 500, "times": 1}`.
public struct Rule: AnswerRule, Sendable, Decodable {
    public enum Action: String, Sendable, Decodable {
        /// Sends the correct answer. If the rule sets `status`, `retryAfter` or `body`, the answer has these instead of
        /// its own. With a `delay`, the answer is late.
        case answer
        /// Waits until a test calls `TMDBStandIn.release()`, and then sends the correct answer.
        case hold
        /// Never answers.
        case silence
        /// Closes the connection without an answer.
        case cut
        /// Closes the connection after half of the correct answer.
        case half
        /// Sends the correct answer byte by byte, with a `delay` before each byte.
        case drip
        /// Sends JSON that ends too early, although the HTTP response is complete.
        case garble
        /// Sends the correct answer with wrong types: numbers for strings, strings for numbers, and a string for each
        /// boolean.
        case mistype
        /// Sends a body with as many bytes as `bytes` says, without announcing its length.
        case flood
        /// Redirects to the URL `location`.
        case redirect
        /// Answers with status 200 and without a body.
        case empty
        /// Answers with a web page instead of JSON.
        case page
    }

    public var action: Action
    /// The beginning of the paths to which the rule applies, below `/3`; nil matches every request. Posters are below
    /// `/t/p`.
    public var path: String?
    /// The HTTP status of an `answer`; nil keeps the correct answer's status.
    public var status: Int?
    /// The value of the header `retry-after` of an `answer`; nil sends no such header.
    public var retryAfter: String?
    /// The body of an `answer`; nil keeps the correct body, or sends TMDB's error for an error status.
    public var body: String?
    /// The delay in seconds before the answer. With the action `drip`, it is the delay before each byte. Nil means no
    /// delay, or 0.1 seconds with `drip`.
    public var delay: Double?
    /// The length of the body of a `flood` in bytes; nil means 100 MiB.
    public var bytes: Int?
    /// The URL to which a `redirect` leads; nil means a URL of this machine.
    public var location: String?
    /// The number of requests to which the rule applies; nil applies it to all matching requests.
    public var times: Int?
    /// The probability with which the rule applies to a matching request, from 0 to 1; nil means 1.
    public var probability: Double?

    public init(
        _ action: Action, path: String? = nil, status: Int? = nil, retryAfter: String? = nil, body: String? = nil, delay: Double? = nil,
        bytes: Int? = nil, location: String? = nil, times: Int? = nil, probability: Double? = nil
    ) {
        (self.action, self.path, self.status, self.retryAfter, self.body) = (action, path, status, retryAfter, body)
        (self.delay, self.bytes, self.location, self.times, self.probability) = (delay, bytes, location, times, probability)
    }
}

extension Rule {
    /// The maximum delay in seconds: a day, which is longer than any client waits.
    private static let longestDelay = 86_400.0

    /// Checks the rule's values.
    /// - Throws: `ImpossibleRule` if a value is impossible.
    public func check() throws {
        if let status, !(200...599).contains(status) { throw ImpossibleRule(description: "A status is 200 to 599, not \(status).") }
        if let delay, !(0...Self.longestDelay).contains(delay) { throw ImpossibleRule(description: "A delay is 0 to 86400 seconds.") }
        if let times, times < 1 { throw ImpossibleRule(description: "A rule holds once or more, not \(times) times.") }
        if let bytes, bytes < 0 { throw ImpossibleRule(description: "There are no \(bytes) bytes.") }
    }
}

/// The error for a rule with an impossible value.
public struct ImpossibleRule: Error, CustomStringConvertible {
    public let description: String
}
