/// Where a challenge comes from.
public struct ChallengeKind: OpenEnumeration {
    /// Two each day, one of each mode, for every member.
    public static let daily = Self(keeping: "daily")
    /// Somebody's, for whom they invite and whoever has the code.
    public static let own = Self(keeping: "own")

    public static let allCases = [daily, own]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}
