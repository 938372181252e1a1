extension Allowance {
    package static let feedback = Allowance("feedback", 10, a: .day)
}
