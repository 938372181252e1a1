/// What shall happen to requests that would otherwise be taken. Tests and people set rules while the program runs.
struct Rule: Decodable {
    enum Action: String, Decodable {
        /// Answered with `status` and `reason`; a request that is wrong gets Apple's answer to that instead.
        case answer
        /// Never answered.
        case silence
        /// The connection is cut without a word.
        case cut
        /// The connection is told to go: this request and those behind it are unprocessed.
        case goaway
        /// The stream is refused: unprocessed.
        case refuse
    }

    let action: Action
    /// The device it is about; all of them without it.
    let device: String?
    /// With `answer`: the HTTP status, 200 unless given.
    let status: Int?
    let reason: String?
    /// Milliseconds since 1970, as with status 410.
    let timestamp: Int?
    /// The value of `retry-after`.
    let retryAfter: String?
    /// With `answer`: how many seconds it takes.
    let delay: Double?
    /// How often; always without it.
    var times: Int?
    /// From 0 to 1; 1 unless given.
    let probability: Double?
}

/// The rules in force. Those for a device come before those for all, and of two the later one.
struct Rules {
    private var byDevice: [String: [Rule]] = [:]
    private static let all = ""

    mutating func add(_ rule: Rule) { byDevice[rule.device ?? Self.all, default: []].append(rule) }

    mutating func clear() { byDevice = [:] }

    /// The rule for this request, if there is one. It counts as used.
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
