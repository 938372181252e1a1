import DavenportAPI
import Foundation

/// How far clients' clocks may be wrong (rule 10.14).
package enum ClientClock {
    /// The number of seconds by which a client's clock may be ahead of the server's.
    static let ahead: TimeInterval = 5 * 60

    /// Checks the moment of an event that has happened.
    ///
    /// - Returns: a moment in the past unchanged; now for nil and for a moment at most `ahead` in the future.
    /// - Throws: `invalid` naming the field, for a moment further in the future.
    package static func past(_ moment: Date?, _ field: String, at now: Date) throws -> Date {
        guard let moment else { return now }
        guard moment <= now + ahead else { throw Problem.invalid(field, .outOfRange, "must not be in the future") }
        return min(moment, now)
    }
}
