/// The reason why a registration or an assertion is refused. Operators may see it. It contains no part of what the client sent.
public struct PasskeyFailure: Error, CustomStringConvertible, Sendable, Equatable {
    /// The step of Web Authentication Level 3 that failed, such as `7.2.15`.
    public let step: String
    public let reason: String

    init(_ step: String, _ reason: String) {
        (self.step, self.reason) = (step, reason)
    }

    public var description: String { "Step \(step): \(reason)." }
}
