import Foundation

/// Numbers of the feed of changes (rules 13).
package enum SyncRules {
    /// A cursor that was made so long ago is of no use any more: what is left of rooms that are gone is pruned by then.
    static let lifetime: TimeInterval = 90 * 86_400
    /// How many transactions in progress a cursor remembers. What comes behind them may be told twice.
    static let transactions = 64
    /// How many requests of one person wait at once; one more ends the oldest.
    static let waitsOfPerson = 8
    /// How many wait on one server; who comes then is answered at once.
    static let longPolls = 2000
    /// After how many seconds who found no place to wait is to ask again.
    static let retryAfter = 30
    /// So long the server gathers whom it touched, before it tells the others.
    static let gathering = Duration.milliseconds(100)
    /// A NOTIFY of PostgreSQL holds 7,999 bytes.
    static let payload = 7900
}
