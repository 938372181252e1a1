extension NotificationKind {
    /// A friend has brought one into a challenge of theirs.
    public static let challengeInvited = Self(rawValue: "challenge.invited")
    /// Somebody else has finished a challenge that one has made.
    public static let challengeFinished = Self(rawValue: "challenge.finished")
}
