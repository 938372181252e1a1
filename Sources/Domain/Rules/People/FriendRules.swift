import Foundation

/// Limits for friendships (rules 4).
enum FriendRules {
    /// The seconds in which repeated requests to the same person, withdrawn in between, send only one notification.
    static let requestNotificationInterval: TimeInterval = 24 * 3600
}
