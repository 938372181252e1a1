import Foundation

/// Limits for the sync feed (rules 13).
package enum SyncRules {
    /// The seconds after which a cursor expires. What deleted rooms leave behind is pruned by then.
    static let lifetime: TimeInterval = 90 * 86_400
    /// The number of transactions in progress that a cursor remembers. Changes of later ones may be returned twice.
    static let transactions = 64
    /// The number of long polls of one user. Another one ends the oldest.
    static let longPollsPerUser = 8
    /// The number of long polls at one server. Further requests are answered at once.
    static let longPolls = 2000
    /// The seconds after which a client that found no place for a long poll may ask again.
    static let retryAfter = 30
    /// The time for which the server collects touched users before it notifies the others.
    static let gathering = Duration.milliseconds(100)
    /// The maximum length of a `NOTIFY` payload in bytes. PostgreSQL allows 7,999.
    static let payload = 7900
}
