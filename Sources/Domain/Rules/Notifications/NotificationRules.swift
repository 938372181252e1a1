import Foundation

/// Limits for notifications: how many are sent in an hour, and how long they are kept (rules 9 and 21).
public enum NotificationRules {
    /// The seconds after which a notification that couldn't be sent expires.
    package static let lifetime: TimeInterval = 24 * 3600
    /// The seconds for which an ended notification is kept after it would have expired. Operators may retry a dead one meanwhile.
    package static let kept: TimeInterval = 30 * 24 * 3600
    /// The number of ended notifications that one statement deletes, so that it stays short.
    static let pruneBatch = 5000
    /// The duration of a worker's lease, in seconds by the database's clock (rule 21.2).
    ///
    /// All work on one delivery fits into it; `LeaseTimes` divides it.
    public static let lease = 30
    /// The number of notifications that a user gets in an hour. One summary replaces the rest.
    package static let hourlyLimit = 20
    /// The length of that hour in seconds. It begins with the first notification that is sent in it.
    package static let hour: TimeInterval = 3600
}
