import Domain

extension Allowance {
    /// The number of a user's look-ups per hour that may send a request to the provider while the user waits. A look-up
    /// doesn't count if it gets a stored answer or joins a fetch that is in progress.
    package static let lookUps = Allowance("lookUps", 300, a: .hour)
}
