import DavenportAPI
import Foundation
import Secrets

/// Limits on log-in sessions: how long they last and how many a user may have (rules 2).
enum SessionRules {
    /// The number of days after which a session ends, even if it is used (rule 2.8).
    static let lifetimeDays = 365
    /// The number of days without use after which a session ends (rule 2.8).
    static let idleDays = 90
    /// The maximum number of sessions of a user (rule 2.9). When another one begins, the session that was used longest ago ends.
    static let limit = 50
    /// The least time between two writes that record the use of a session, in seconds.
    static let touchInterval: TimeInterval = 3600
    /// How long a token isn't cached after its cached caller turned out to be wrong.
    static let rest = Duration.seconds(10)

    /// Returns the time since which a session must have been used. A session that was last used before that time has
    /// ended.
    static func idleLimit(at now: Date) -> Date { now.adding(days: -idleDays) }
}
