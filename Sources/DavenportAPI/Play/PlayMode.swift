/// How a challenge is played.
public struct PlayMode: OpenEnumeration {
    /// Three minutes by the clock.
    public static let timed = Self(keeping: "timed")
    /// Until the challenge ends.
    public static let untimed = Self(keeping: "untimed")

    public static let allCases = [timed, untimed]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}
