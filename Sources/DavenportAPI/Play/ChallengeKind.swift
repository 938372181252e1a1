/// The origin of a challenge.
public struct ChallengeKind: OpenEnumeration {
    /// One of the two challenges of a day, one for each mode, which are open to every member.
    public static let daily = Self(keeping: "daily")
    /// A member's own challenge, for the friends that they invite and for anybody who has its code.
    public static let own = Self(keeping: "own")

    public static let allCases = [daily, own]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}
