import Foundation

/// Limits on a user's devices, and how many refusals by Apple or Google delete a device or stop a push key (rules 9 and 21).
enum DeviceRules {
    /// The maximum number of a user's devices (rule 9.10). When another one is registered, it replaces the one that was
    /// registered longest ago.
    static let limit = 20
    /// The number of refusals after which a device is deleted (rule 21.8).
    static let refusals = 2

    /// How long a push waits for its retry if Apple says that the app is gone, but the device was registered again, in
    /// seconds.
    static let reregistrationDelay: TimeInterval = 60

    /// How long a refusal counts, in seconds (rule 21.9).
    static let refusalWindow = 3600
    /// The least number of users whose devices must have been refused before a push key is stopped (rule 21.9).
    static let refusedUsers = 20
    /// The divisor of a push key's number of users (rule 21.9). The key is stopped if devices were refused of more
    /// users than the quotient: more than one fifth of them.
    static let refusedFraction = 5
}
