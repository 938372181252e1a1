/// Where a challenge comes from.
public enum ChallengeKind: String, Codable, Sendable, CaseIterable {
    /// Two each day, one of each mode, for every member.
    case daily
    /// Somebody's, for whom they invite and whoever has the code.
    case own
}
