/// A rule of a stand-in, which changes the answers to some requests.
package protocol AnswerRule {
    /// The number of requests to which the rule applies; nil applies it to all matching requests.
    var times: Int? { get set }
    /// The probability with which the rule applies to a matching request, from 0 to 1; nil means 1.
    var probability: Double? { get }
}

extension AnswerRule {
    package var probability: Double? { nil }
}

/// The rules by which a stand-in now changes its answers. The latest rule that matches a request decides.
package struct Rules<Rule: AnswerRule> {
    private var rules: [Rule] = []

    package init() {}

    /// Adds a rule. If it matches a request, it takes precedence over the earlier rules.
    package mutating func add(_ rule: Rule) { rules.append(rule) }

    /// Removes all rules.
    package mutating func clear() { rules = [] }

    /// Returns the latest rule that matches and counts it as used; nil if none matches.
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
