/// What is known to be wrong and not mended yet: the fuzzer goes on past it. Empty unless somebody is at work on it.
enum Known {
    /// A target's inputs that are not given to it.
    static let inputs: [(target: String, holds: @Sendable (String) -> Bool)] = []

    static func isKnown(_ target: String, _ input: [UInt8]) -> Bool {
        guard inputs.contains(where: { $0.target == target }) else { return false }
        let text = String(decoding: input, as: UTF8.self)
        return inputs.contains { $0.target == target && $0.holds(text) }
    }
}
