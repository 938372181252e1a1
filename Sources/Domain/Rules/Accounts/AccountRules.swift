import DavenportAPI

/// Limits for e-mail addresses that didn't pass through a field of the API, such as in a command.
enum AccountRules {
    /// The maximum length in bytes of an address that the API accepts: 4 bytes of UTF-8 for each character.
    static let emailBytes = EmailAddress.length.upperBound * 4
}
