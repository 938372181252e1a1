/// The answer of a push service to a push. Thrown, it is a refusal.
struct PushAnswer: Error {
    let status: Int
    /// Apple's reason, or a browsers' service's own; nil if the status says everything.
    let reason: String?
    /// The rule that replaced the usual answer; nil if none did.
    var rule: Rule?

    init(_ status: Int, _ reason: String? = nil) { (self.status, self.reason) = (status, reason) }

    /// - Parameter usual: the status if the rule has none.
    init(_ rule: Rule, usual: Int) { (status, reason, self.rule) = (rule.status ?? usual, rule.reason, rule) }
}
