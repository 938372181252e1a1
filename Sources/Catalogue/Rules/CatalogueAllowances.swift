import Domain

extension Allowance {
    /// The rate limit of look-ups that ask the provider while the caller waits (`ProviderFetch`). Look-ups answered
    /// from a stored answer, or by a fetch in progress, aren't counted.
    package static let lookUps = Allowance("lookUps", 300, a: .hour)
}
