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
