import Domain

extension Allowance {
    /// The number of challenges that a user may create per hour, unless the operator sets another number (rule 12.29).
    package static let challenges = Allowance("challenges", 60, a: .hour)
    /// The number of requests with moves that a user may send per minute (rule 20.9).
    package static let moves = Allowance("moves", 240, a: .minute)
}
