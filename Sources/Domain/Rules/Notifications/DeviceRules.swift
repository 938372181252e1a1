import Foundation

/// Limits on a user's devices, and how many refusals by Apple delete a device or stop a push key (rules 9 and 21).
enum DeviceRules {
    /// The maximum number of a user's devices. When another one is registered, it replaces the one that was registered
    /// longest ago.
    static let limit = 20
    /// The number of refusals by Apple after which a device is deleted.
    static let refusals = 2

    /// How long a push waits for its retry after Apple called the app gone, if the device was registered again, in
    /// seconds.
    static let reregistrationDelay: TimeInterval = 60

    /// How long a refusal by Apple counts, in seconds.
    static let refusalWindow = 3600
    /// The number of users with refused devices from which the settings of a push key may be wrong.
    static let refusedUsers = 20
    /// A key's settings are wrong if Apple also refuses devices of more than this part of the users that the key
    /// serves: one fifth.
    static let refusedFraction = 5
}
