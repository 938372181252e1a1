/// What shall happen to requests instead of the right answer. Tests and people set rules while the stand-in runs. As JSON it is what the
/// control takes as `rule`: `{"action": "answer", "path": "/tv", "status": 500, "times": 1}`.
public struct Rule: Sendable, Decodable {
    public enum Action: String, Sendable, Decodable {
        /// With `status`, `retryAfter` and `body`, where they are given; the right answer, where none is. With a `delay` alone it is late.
        case answer
        /// Waits until `release()`, and then gets the right answer.
        case hold
        /// Never answered.
        case silence
        /// The connection is cut without a word.
        case cut
        /// The connection is cut after half of the right answer.
        case half
        /// The right answer, a byte at a time, each after `delay`.
        case drip
        /// What ought to be JSON ends too early.
        case garble
        /// Numbers where texts ought to be, texts where numbers ought to be, and a text for each truth.
        case mistype
        /// A body of `bytes`, of which no end is announced.
        case flood
        /// Sends elsewhere, to `location`.
        case redirect
        /// 200 without a body.
        case empty
        /// A web page.
        case page
    }

    public var action: Action
    /// What the path begins with, below `/3`; all requests without it. Posters are asked for by `/t/p`.
    public var path: String?
    /// With `answer`: the HTTP status.
    public var status: Int?
    /// With `answer`: the value of `retry-after`.
    public var retryAfter: String?
    /// With `answer`: the body; TMDB's words for the status without it.
    public var body: String?
    /// How many seconds it takes; with `drip`, for each byte.
    public var delay: Double?
    /// With `flood`; 100 MiB unless given.
    public var bytes: Int?
    /// With `redirect`; an address of this machine's unless given.
    public var location: String?
    /// How often; always without it.
    public var times: Int?
    /// From 0 to 1; 1 unless given.
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
    /// A day is longer than anybody waits.
    private static let longestDelay = 86_400.0

    /// - Throws: `ImpossibleRule` where it asks for what there can't be.
    public func check() throws {
        if let status, !(200...599).contains(status) { throw ImpossibleRule(description: "A status is 200 to 599, not \(status).") }
        if let delay, !(0...Self.longestDelay).contains(delay) { throw ImpossibleRule(description: "A delay is 0 to 86400 seconds.") }
        if let times, times < 1 { throw ImpossibleRule(description: "A rule holds once or more, not \(times) times.") }
        if let bytes, bytes < 0 { throw ImpossibleRule(description: "There are no \(bytes) bytes.") }
    }
}

/// A rule that asks for what there can't be.
public struct ImpossibleRule: Error, CustomStringConvertible {
    public let description: String
}

/// The rules in force. Of two the later one holds.
struct Rules: Sendable {
    private var rules: [Rule] = []

    mutating func add(_ rule: Rule) { rules.append(rule) }

    mutating func clear() { rules = [] }

    /// The rule for this path, if there is one. It counts as used.
    mutating func next(for path: String) -> Rule? {
        for index in rules.indices.reversed() {
            let rule = rules[index]
            guard path.hasPrefix(rule.path ?? ""), rule.probability.map({ Double.random(in: 0..<1) < $0 }) ?? true else { continue }
            if let times = rule.times {
                if times > 1 { rules[index].times = times - 1 } else { rules.remove(at: index) }
            }
            return rule
        }
        return nil
    }
}
