/// The reason why a registration or an assertion is refused. Operators may see it. It contains no part of what the client sent.
public struct PasskeyFailure: Error, CustomStringConvertible, Sendable, Equatable {
    /// The step of Web Authentication Level 3 that failed, such as `7.2.15`.
    public let step: String
    public let reason: String
    /// Whether the fault is in `clientDataJSON`, and not in what the authenticator made.
    public let isOfClientData: Bool

    init(_ step: String, _ reason: String, isOfClientData: Bool = false) {
        (self.step, self.reason, self.isOfClientData) = (step, reason, isOfClientData)
    }

    public var description: String { "Step \(step): \(reason)." }
}
