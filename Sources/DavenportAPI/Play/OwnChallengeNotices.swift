extension NotificationKind {
    /// A friend invited the recipient to a challenge that the friend made.
    public static let challengeInvited = Self(rawValue: "challenge.invited")
    /// Somebody finished a challenge that the recipient made.
    public static let challengeFinished = Self(rawValue: "challenge.finished")
}
