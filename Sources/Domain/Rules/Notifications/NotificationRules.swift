import Foundation

/// When people are told, how much in an hour, and for how long it is kept (rules 9 and 21).
public enum NotificationRules {
    /// What couldn't be sent for so long is not sent any more.
    package static let lifetime: TimeInterval = 24 * 3600
    /// What has ended is kept for so long after it would have expired: for operators, who may retry what is dead.
    package static let kept: TimeInterval = 30 * 24 * 3600
    /// So many of those are removed at once, so that the statement stays short.
    static let prunedAtOnce = 5000
    /// How long a worker has what it claimed to itself, in seconds by the database's own clock (rule 21.2). All that the worker does
    /// with one delivery fits into it: `LeaseParts` divides it.
    public static let lease = 30
    /// So many in an hour, and the rest is told by one summary.
    package static let hourlyLimit = 20
    /// The length of that hour, which begins with the first that is told in it.
    package static let hour: TimeInterval = 3600
}
