/// Changes the answer to some requests.
package protocol AnswerRule {
    /// The number of requests to which it applies; without it, to all.
    var times: Int? { get set }
    /// The probability with which it applies, from 0 to 1; 1 unless given.
    var probability: Double? { get }
}

/// The rules in force.
package struct Rules<Rule: AnswerRule> {
    private var rules: [Rule] = []

    package init() {}

    package mutating func add(_ rule: Rule) { rules.append(rule) }

    package mutating func clear() { rules = [] }

    /// Returns the latest rule that matches, if there is one, and counts it as used.
    package mutating func next(where matches: (Rule) -> Bool) -> Rule? {
        let index = rules.lastIndex { rule in matches(rule) && rule.probability.map { Double.random(in: 0..<1) < $0 } ?? true }
        guard let index else { return nil }
        let rule = rules[index]
        if let times = rule.times { rules[index].times = times - 1 }
        if rule.times == 1 { rules.remove(at: index) }
        return rule
    }
}

extension Rules: Sendable where Rule: Sendable {}
