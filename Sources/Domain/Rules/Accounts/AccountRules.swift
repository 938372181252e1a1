import DavenportAPI

/// What is asked of e-mail addresses that no field of the API has read.
enum AccountRules {
    /// No address that the API takes is longer: each of its characters has at most 4 bytes in UTF-8.
    static let emailBytes = EmailAddress.length.upperBound * 4
}
