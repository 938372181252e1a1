extension NotificationKind {
    /// The day's puzzles are ready, told on the three days after one on which one had a word, to who has started none of them.
    public static let challengeReady = Self(rawValue: "challenge.ready")
    /// The day ends soon, and with it one's untimed play, or one's streak.
    public static let challengeEnding = Self(rawValue: "challenge.ending")
}
