/// The origin of a challenge: the server made it for a day, or a member made it.
public struct ChallengeKind: OpenEnumeration {
    /// One of the two challenges that the server makes for each day, one in each mode. Every member can play it.
    public static let daily = Self(keeping: "daily")
    /// A challenge that a member made. The friends that this member invites can play it, and so can anybody who has its
    /// code.
    public static let own = Self(keeping: "own")

    public static let allCases = [daily, own]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}
