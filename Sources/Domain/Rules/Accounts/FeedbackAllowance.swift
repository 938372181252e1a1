extension Allowance {
    /// The number of times that a user may give feedback per day (rule 2.18).
    package static let feedback = Allowance("feedback", 10, a: .day)
}
