import DavenportAPI

/// Limits for e-mail addresses that no field of the API has checked, such as in a command.
enum AccountRules {
    /// The maximum length of an e-mail address that the API accepts, in bytes: 4 bytes of UTF-8 for each character.
    static let emailBytes = EmailAddress.length.upperBound * 4
}
