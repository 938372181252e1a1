extension Allowance {
    /// The number of times that a user may give feedback per day (rule 2.18).
    package static let feedback = Allowance("feedback", 10, a: .day)
}

/// The rate limits of requests that change something. `CountRequest` counts them, and a table of the server says which
/// endpoint counts as what.
extension Allowance {
    /// The number of changing requests that a user may send per minute, without those that another rate limit counts
    /// (rule 20.9).
    package static let changes = Allowance("changes", 300, a: .minute)
    /// The number of changes of the user's own account, picture and profiles per hour (rule 20.9).
    package static let profileChanges = Allowance("profileChanges", 120, a: .hour)
}
