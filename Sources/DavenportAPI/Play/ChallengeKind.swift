/// The origin of a challenge: made by the server for a day, or by a member.
public struct ChallengeKind: OpenEnumeration {
    /// One of the two challenges of a day, which are open to every member. There is one for each mode.
    public static let daily = Self(keeping: "daily")
    /// A challenge that a member created. It is for the friends that this member invites, and for anybody who has its
    /// code.
    public static let own = Self(keeping: "own")

    public static let allCases = [daily, own]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}
