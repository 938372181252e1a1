import Foundation

/// What holds for friends (rules 4).
enum FriendRules {
    /// Asking for friendship, taking it back and asking again tells once in this time.
    static let requestedOnce: TimeInterval = 24 * 3600
}
