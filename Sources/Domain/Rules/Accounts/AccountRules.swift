import DavenportAPI

/// Limits for e-mail addresses that come from a command, so that no field of the API has checked them.
enum AccountRules {
    /// The maximum length of an e-mail address that the API accepts, in bytes: 4 bytes of UTF-8 for each character.
    static let emailBytes = EmailAddress.length.upperBound * 4
}
