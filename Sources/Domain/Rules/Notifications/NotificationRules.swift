import Foundation

/// Limits on notifications: how many a user gets in an hour, how long a push is tried, and how long notifications are
/// kept (rules 9 and 21).
public enum NotificationRules {
    /// How long after its due time a notification expires, in seconds (rule 21.7). Until then the worker tries to send it,
    /// and Apple keeps the push for a device that can't be reached.
    package static let lifetime: TimeInterval = 24 * 3600
    /// How long an ended notification is kept after its time of expiry, in seconds (rule 21.15). During that time,
    /// operators can retry a notification in the state `dead`.
    package static let kept: TimeInterval = 30 * 24 * 3600
    /// The maximum number of ended notifications that one statement deletes, so that the statement stays short.
    static let pruneBatch = 5000
    /// How long a worker's lease lasts, in seconds by the database's clock (rule 21.2).
    ///
    /// All work on one delivery must be finished before the lease ends. `LeaseTimes` divides this time among the steps.
    public static let lease = 30
    /// The maximum number of notifications that a user gets in an hour (rule 9.8). One summary replaces those beyond it.
    package static let hourlyLimit = 20
    /// The length of the hour for which `hourlyLimit` holds, in seconds (rule 9.8). The hour begins with the first
    /// notification that is sent in it.
    package static let hour: TimeInterval = 3600
}

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

/// Limits on the age of provider tokens, with which the server authenticates itself to Apple (rule 21.13).
///
/// Apple refuses a token that is older than an hour. It also refuses a key whose tokens all servers together renew more
/// often than every 20 minutes. Google's access tokens are valid for an hour, too.
public enum ProviderTokenRules {
    /// The age from which a token is renewed, in seconds.
    public static let renewal: TimeInterval = 45 * 60
    /// The age below which a token is never renewed, even if Apple has refused it, in seconds.
    static let youngest: TimeInterval = 20 * 60
}
