import StandIns

/// Replaces the right answer to some requests. Tests and people set rules while the stand-in runs. As JSON, the control
/// takes it as `rule`: `{"action": "answer", "path": "/tv", "status": 500, "times": 1}`.
public struct Rule: AnswerRule, Sendable, Decodable {
    public enum Action: String, Sendable, Decodable {
        /// Answers with `status`, `retryAfter` and `body` where they are given, otherwise with the right answer. With a
        /// `delay`, it answers late.
        case answer
        /// Waits until `release()`, and then sends the right answer.
        case hold
        /// Never answers.
        case silence
        /// Closes the connection without an answer.
        case cut
        /// Closes the connection after half of the right answer.
        case half
        /// Sends the right answer one byte at a time, each after `delay`.
        case drip
        /// Sends JSON that ends too early.
        case garble
        /// Sends numbers for strings, strings for numbers, and a string for each boolean.
        case mistype
        /// Sends a body of `bytes` without announcing its length.
        case flood
        /// Redirects to `location`.
        case redirect
        /// Answers 200 without a body.
        case empty
        /// Answers with a web page.
        case page
    }

    public var action: Action
    /// The beginning of the path, below `/3`; nil matches every request. Posters are below `/t/p`.
    public var path: String?
    /// With `answer`: the HTTP status.
    public var status: Int?
    /// With `answer`: the value of `retry-after`.
    public var retryAfter: String?
    /// With `answer`: the body; without it, TMDB's error for the status.
    public var body: String?
    /// The delay in seconds; with `drip`, for each byte.
    public var delay: Double?
    /// With `flood`: the length of the body in bytes; 100 MiB unless given.
    public var bytes: Int?
    /// With `redirect`: the URL; one of this machine unless given.
    public var location: String?
    /// The number of requests to which it applies; without it, to all.
    public var times: Int?
    /// The probability with which it applies, from 0 to 1; 1 unless given.
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
    /// The longest delay in seconds, a day: longer than any client waits.
    private static let longestDelay = 86_400.0

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
