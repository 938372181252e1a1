import Domain

extension Allowance {
    /// The number of look-ups per hour for which a user may make the server ask the provider and wait
    /// (`ProviderFetch`). Look-ups that a stored answer or a fetch in progress answers aren't counted.
    package static let lookUps = Allowance("lookUps", 300, a: .hour)
}
