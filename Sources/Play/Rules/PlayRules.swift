import DavenportAPI
import Foundation

/// The durations and limits of play (rules 12.13 and 12.14).
enum PlayRules {
    /// The duration of a timed play, in seconds (rule 12.13). It may last beyond the challenge's end. An untimed play ends
    /// with its challenge.
    static let timed: TimeInterval = 180
    /// How long after a play's end moves are still accepted, in seconds (rules 12.13 and 12.14). It allows for a slow
    /// network: the player must have made the moves before the end.
    static let grace: TimeInterval = 15
    /// The duration of an own challenge, which a user creates for friends, in seconds (rule 12.23).
    static let ownLength: TimeInterval = 30 * 24 * 3600
    /// The maximum number of players in an own challenge, which a user creates for friends (rule 12.24).
    static let players = 100
    /// The language of a tenant's puzzles, unless its operator sets another.
    static let usualLanguage = "en"
    /// The time zone in which a tenant's days begin and end, unless its operator sets another.
    static let usualZone = "UTC"
    /// The number of moves after which a page of plays ends. That many moves take about 256 KB.
    static let pageMoves = 4000
    /// The length of a tenant's secret for puzzles, in bytes.
    static let secretLength = 32

    /// Returns the latest time at which a client may claim to have made a move, in milliseconds since the play's start.
    ///
    /// A move can't be later than the play's end, and it can be at most `grace` ahead of the server's clock.
    static func limit(startedAt: Date, endsAt: Date, now: Date) -> Int {
        min(startedAt.milliseconds(to: endsAt), startedAt.milliseconds(to: now) + Int(grace * 1000))
    }
}

extension Date {
    /// Returns the number of whole milliseconds until another moment. Both are first rounded to microseconds, as
    /// PostgreSQL stores them.
    func milliseconds(to other: Date) -> Int {
        (Timestamp.microseconds(other) - Timestamp.microseconds(self)) / 1000
    }
}

extension Date {
    /// This moment, cut to whole milliseconds.
    var wholeMilliseconds: Date {
        Date(timeIntervalSince1970: Double(Date(timeIntervalSince1970: 0).milliseconds(to: self)) / 1000)
    }
}
