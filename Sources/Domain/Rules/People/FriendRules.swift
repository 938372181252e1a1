import Foundation

/// Limits on friendships (rules 4).
enum FriendRules {
    /// The time in which repeated friend requests to the same person cause only one notification, in seconds (rule 4.3). A
    /// user can withdraw a request and repeat it.
    static let requestNotificationInterval: TimeInterval = 24 * 3600
}
