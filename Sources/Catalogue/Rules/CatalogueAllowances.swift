import Domain

extension Allowance {
    /// Look-ups that ask the provider while the caller waits (`ProviderFetch`). An answer that is kept or under way costs nothing.
    package static let lookUps = Allowance("lookUps", 300, a: .hour)
}
