extension NotificationKind {
    /// The day's puzzles are ready. The server sends this to people who played a word on one of the last three days and
    /// have started neither puzzle.
    public static let challengeReady = Self(rawValue: "challenge.ready")
    /// The day ends soon, and the recipient's untimed play or streak would end with it.
    public static let challengeEnding = Self(rawValue: "challenge.ending")
    /// A friend invited the recipient to a challenge that the friend made.
    public static let challengeInvited = Self(rawValue: "challenge.invited")
    /// Somebody finished a challenge that the recipient made.
    public static let challengeFinished = Self(rawValue: "challenge.finished")
}
