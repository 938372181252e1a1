import Domain

extension Allowance {
    package static let challenges = Allowance("challenges", 60, a: .hour)
}
