/// What is asked of e-mail addresses that no field of the API has read.
enum AccountRules {
    /// No address that the API takes is longer: 254 characters, each of 4 bytes in UTF-8.
    static let emailBytes = 254 * 4
}
