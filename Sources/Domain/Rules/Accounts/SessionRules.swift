import DavenportAPI
import Foundation
import Secrets

/// Limits for sessions (rules 2).
enum SessionRules {
    /// The days after which a session ends, even if it is used.
    static let lifetimeDays = 365
    /// The days without use after which a session ends.
    static let idleDays = 90
    /// The maximum number of sessions of a user. Another one ends the session that was used longest ago.
    static let limit = 50
    /// The minimum interval, in seconds, between two recorded uses of a session.
    static let touchInterval: TimeInterval = 3600
    /// The time for which a token isn't cached after its cached caller was wrong.
    static let rest = Duration.seconds(10)

    /// Returns the moment before which a session must have been last used to have ended.
    static func idleLimit(at now: Date) -> Date { now.adding(days: -idleDays) }
}
