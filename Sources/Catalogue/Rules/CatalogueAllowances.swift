import Domain

extension Allowance {
    /// Of what isn't kept, so that the provider is asked while somebody waits (`Fetch`). What is kept or being asked for costs nothing.
    package static let lookUps = Allowance("lookUps", 300, a: .hour)
}
