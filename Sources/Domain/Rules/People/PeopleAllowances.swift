extension Allowance {
    /// The number of invites that a user may create per hour (rule 20.9).
    package static let invites = Allowance("invites", 60, a: .hour)
    /// The number of times that a user may replace the people and words that they mute per hour (rule 20.9).
    package static let muteChanges = Allowance("muteChanges", 120, a: .hour)
    /// The number of friend requests that a user may send per hour (rule 20.9).
    package static let friendRequests = Allowance("friendRequests", 60, a: .hour)
}
