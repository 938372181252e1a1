/// The mode of a challenge, which decides how long a play of it lasts.
public struct PlayMode: OpenEnumeration {
    /// A play lasts three minutes.
    public static let timed = Self(keeping: "timed")
    /// A play lasts until the challenge ends.
    public static let untimed = Self(keeping: "untimed")

    public static let allCases = [timed, untimed]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}
