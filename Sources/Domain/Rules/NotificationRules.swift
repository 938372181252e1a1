import Foundation

/// When they are told.
package enum NotificationRules {
    /// Replies wait for so long after the last of them,
    package static let repliesPause: TimeInterval = 30 * 60
    /// but never longer than this after the first.
    package static let repliesLimit: TimeInterval = 3 * 3600
    /// Watched, taken back and watched again within this tells once.
    package static let watchedOnce: TimeInterval = 10 * 60
    /// Asking for friendship, taking it back and asking again tells once in this time.
    package static let requestedOnce: TimeInterval = 24 * 3600
    /// What couldn't be sent for so long is not sent any more.
    package static let lifetime: TimeInterval = 24 * 3600
    /// What has ended is kept for so long after it would have expired: for operators, who may retry what is dead.
    package static let kept: TimeInterval = 30 * 24 * 3600
    /// So many in an hour, and the rest is told by one summary.
    package static let hourlyLimit = 20
    package static let hour: TimeInterval = 3600
}
