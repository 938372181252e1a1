/// A language in which the web client, browsers' notifications and mails address a person (rule 16.49).
public struct Language: OpenEnumeration {
    public static let english = Self(keeping: "en")
    public static let german = Self(keeping: "de")
    public static let spanish = Self(keeping: "es")
    public static let french = Self(keeping: "fr")
    public static let japanese = Self(keeping: "ja")
    public static let arabic = Self(keeping: "ar")

    public static let allCases = [english, german, spanish, french, japanese, arabic]

    /// The language as BCP 47 names it.
    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}
