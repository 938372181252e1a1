/// Changes the response to requests that would otherwise be accepted. Tests and people set rules while the program runs.
struct Rule: Decodable {
    enum Action: String, Decodable {
        /// Answers with `status` and `reason`. A faulty request gets Apple's error in place of that.
        case answer
        /// Never answers.
        case silence
        /// Closes the connection without an answer.
        case cut
        /// Sends a GOAWAY: this request and later ones are unprocessed.
        case goaway
        /// Refuses the stream: the request is unprocessed.
        case refuse
    }

    let action: Action
    /// The token of the device to which it applies; nil for all devices.
    let device: String?
    /// With `answer`: the HTTP status, 200 unless given.
    let status: Int?
    let reason: String?
    /// The timestamp of Apple's status 410, in milliseconds since 1970.
    let timestamp: Int?
    /// The value of `retry-after`.
    let retryAfter: String?
    /// With `answer`: the delay in seconds.
    let delay: Double?
    /// The number of requests to which it applies; without it, to all.
    var times: Int?
    /// The probability with which it applies, from 0 to 1; 1 unless given.
    let probability: Double?
}

/// The rules in force. Rules for a device come before those for all devices; of several, the latest applies.
struct Rules {
    private var byDevice: [String: [Rule]] = [:]
    private static let all = ""

    mutating func add(_ rule: Rule) { byDevice[rule.device ?? Self.all, default: []].append(rule) }

    mutating func clear() { byDevice = [:] }

    /// Returns the rule for this request, if there is one, and counts it as used.
    mutating func next(for device: Substring) -> Rule? {
        guard !byDevice.isEmpty else { return nil }
        return take(String(device)) ?? take(Self.all)
    }

    private mutating func take(_ name: String) -> Rule? {
        guard let rules = byDevice[name] else { return nil }
        for index in rules.indices.reversed() {
            let rule = rules[index]
            guard rule.probability.map({ Double.random(in: 0..<1) < $0 }) ?? true else { continue }
            if let times = rule.times { byDevice[name]?[index].times = times - 1 }
            if rule.times == 1 { byDevice[name]?.remove(at: index) }
            return rule
        }
        return nil
    }
}
