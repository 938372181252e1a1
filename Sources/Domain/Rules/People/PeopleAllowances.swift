extension Allowance {
    package static let invites = Allowance("invites", 60, a: .hour)
    /// The number of times that a user may replace the people and words that they mute per hour.
    package static let muteChanges = Allowance("muteChanges", 120, a: .hour)
    package static let friendRequests = Allowance("friendRequests", 60, a: .hour)
}
