import DavenportAPI
import Foundation

/// How long people play (rules 12.13 and 12.14).
enum PlayRules {
    /// How long a timed play lasts, in seconds by the clock, also beyond the challenge's end. Another ends with its challenge.
    static let timed: TimeInterval = 180
    /// For how many seconds after its end a play still takes moves, which may not be made in them: they are the network's.
    static let grace: TimeInterval = 15
    /// How long an own challenge is open, in seconds.
    static let ownLength: TimeInterval = 30 * 24 * 3600
    /// How many people an own challenge holds.
    static let players = 100
    /// What a tenant plays in unless its operator says otherwise.
    static let usualLanguage = "en"
    /// What its days go by unless its operator says otherwise.
    static let usualZone = "UTC"
    /// A page of plays ends where they have so many moves together, which are some 256 KB.
    static let pageMoves = 4000
    /// How many bytes a play secret has.
    static let secretLength = 32

    /// The last millisecond at which a move of a play may say it was made: not after the play's end, and not further ahead of the server's
    /// own count than the network may have kept it.
    static func limit(startedAt: Date, endsAt: Date, now: Date) -> Int {
        min(startedAt.milliseconds(to: endsAt), startedAt.milliseconds(to: now) + Int(grace * 1000))
    }
}

extension Date {
    /// Whole milliseconds from one moment to another, both counted in the microseconds that PostgreSQL keeps.
    func milliseconds(to other: Date) -> Int {
        (Timestamp.microseconds(other) - Timestamp.microseconds(self)) / 1000
    }
}

extension Date {
    /// The same moment without parts of a millisecond.
    var wholeMilliseconds: Date {
        Date(timeIntervalSince1970: Double(Date(timeIntervalSince1970: 0).milliseconds(to: self)) / 1000)
    }
}
