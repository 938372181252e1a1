import Foundation

/// Limits on the sync feed (rules 13).
package enum SyncRules {
    /// The age at which a cursor expires, in seconds (rule 13.8). Tombstones, such as those of rooms that a user has left,
    /// are deleted at the same age.
    static let lifetime: TimeInterval = 90 * 86_400
    /// The maximum number of transactions in progress that a cursor stores (rule 13.7). Changes of further ones may be
    /// returned twice.
    static let transactions = 64
    /// The maximum number of long polls of one user (rule 13.10). When another one begins, the oldest one ends.
    static let longPollsPerUser = 8
    /// The maximum number of long polls at one server (rule 13.10). A request beyond it is answered at once.
    static let longPolls = 2000
    /// How long a client waits before its next request, if the server had too many long polls, in seconds (rule 13.10).
    static let retryAfter = 30
    /// How long the server collects the users of committed changes before it notifies the other servers.
    static let gathering = Duration.milliseconds(100)
    /// The maximum length of a `NOTIFY` payload, in bytes. PostgreSQL allows 7,999.
    static let payload = 7900
}
