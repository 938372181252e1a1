import DavenportAPI
import Foundation

/// How far the clocks of clients may be wrong (rule 10.14).
package enum ClientClock {
    /// How far a client's clock may be ahead of the server's, in seconds.
    static let ahead: TimeInterval = 5 * 60

    /// Checks the time that a client sends for something that has happened.
    ///
    /// - Returns: a time in the past unchanged. If the client sent none, or one that is at most `ahead` in the future,
    ///   the result is now.
    /// - Throws: `invalid`, naming the field, for a time further in the future.
    package static func past(_ moment: Date?, _ field: String, at now: Date) throws -> Date {
        guard let moment else { return now }
        guard moment <= now + ahead else { throw Problem.invalid(field, .outOfRange, "must not be in the future") }
        return min(moment, now)
    }
}
