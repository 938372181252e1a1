import DavenportAPI
import Foundation
import Secrets

/// How long sessions live (rules 2).
enum SessionRules {
    /// From its beginning, however much it is used.
    static let lifetimeDays = 365
    /// Since its last use.
    static let idleDays = 90
    /// How many a person has at most; another one ends the one used longest ago.
    static let limit = 50
    /// The last use is written at most this often.
    static let touchInterval: TimeInterval = 3600
    /// A token that turned out to stand for another than before is looked up each time for so long.
    static let rest = Duration.seconds(10)

    /// A session used last before this is over.
    static func idleLimit(at now: Date) -> Date { now.adding(days: -idleDays) }
}
