/// How a challenge is played.
public enum PlayMode: String, Codable, Sendable, CaseIterable {
    /// Three minutes by the clock.
    case timed
    /// Until the challenge ends.
    case untimed
}
