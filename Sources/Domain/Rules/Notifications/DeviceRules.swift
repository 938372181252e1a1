import Foundation

/// Limits for a user's devices, and the thresholds at which refusals stop a push key (rules 9 and 21).
enum DeviceRules {
    /// The maximum number of devices of a user. Another one replaces the device that was confirmed longest ago.
    static let limit = 20
    /// The number of refusals by Apple after which a device is deleted.
    static let refusals = 2

    /// The seconds after which a push is retried on a device that Apple called gone, if it has been registered again.
    static let reregistrationDelay: TimeInterval = 60

    /// The window in which Apple's refusals are counted, in seconds.
    static let refusalWindow = 3600
    /// The number of users with refused devices in the window from which a key's settings may be wrong.
    static let refusedUsers = 20
    /// The settings are wrong if that is also more than this fraction of the users that the key serves: a fifth.
    static let refusedFraction = 5
}
