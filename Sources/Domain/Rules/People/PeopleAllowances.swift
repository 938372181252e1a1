extension Allowance {
    package static let invites = Allowance("invites", 60, a: .hour)
    package static let friendRequests = Allowance("friendRequests", 60, a: .hour)
}
