import DavenportAPI
import Foundation

/// What the clocks of clients are allowed (rule 10.14).
package enum ClientClock {
    /// In seconds: so far ahead of the server's clock a client's may go.
    static let ahead: TimeInterval = 5 * 60

    /// The moment of something that has happened: one that lies a little ahead is taken as now, as is none.
    /// - Throws: `invalid` naming the field, for a moment further ahead.
    package static func past(_ moment: Date?, _ field: String, at now: Date) throws -> Date {
        guard let moment else { return now }
        guard moment <= now + ahead else { throw Problem.invalid(field, .outOfRange, "must not be in the future") }
        return min(moment, now)
    }
}
