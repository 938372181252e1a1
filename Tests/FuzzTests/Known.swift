/// Known faults that aren't fixed yet, which the fuzzer skips. It is empty unless a fix is in progress.
enum Known {
    /// The inputs that the fuzzer doesn't give a target.
    static let inputs: [(target: String, holds: @Sendable (String) -> Bool)] = []

    static func isKnown(_ target: String, _ input: [UInt8]) -> Bool {
        guard inputs.contains(where: { $0.target == target }) else { return false }
        let text = String(decoding: input, as: UTF8.self)
        return inputs.contains { $0.target == target && $0.holds(text) }
    }
}
