import DavenportAPI
import Foundation

/// The times and limits of moderation (rules 24).
package enum ModerationRules {
    /// The time after the first open report of a thing by which a decision is due, in seconds (rule 24.5).
    static let decisionTime: TimeInterval = 24 * 3600
    /// How long before a decision is due those who may decide are reminded, in seconds (rule 24.15).
    static let reminder: TimeInterval = 4 * 3600
    /// How long a report keeps its texts after the decision, in seconds (rule 24.19).
    static let kept: TimeInterval = 90 * 24 * 3600
    /// The allowed length of a suspension with an end, in seconds (rule 24.17).
    static let suspension: ClosedRange<TimeInterval> = 3600...(365 * 24 * 3600)
    /// How long a person who came by open sign-up is a newcomer, with lower limits, in seconds (rule 24.23).
    static let newcomerPeriod: TimeInterval = 24 * 3600
    /// The maximum number of other reports that a report lists (rule 24.6).
    static let others = 50

    /// The divisor of a rate limit for a newcomer (rule 24.23). The quotient is rounded up.
    package static let newcomerDivisor = 4

    static func newcomerLimit(_ limit: Int) -> Int { limit / newcomerDivisor + (limit % newcomerDivisor > 0 ? 1 : 0) }

    /// Requires that the end of a suspension is far enough from now, and not too far.
    /// - Parameter field: the name of the field that has the end.
    /// - Throws: `invalid`, naming the field.
    static func requireEnd(_ until: Date?, at now: Date, field: String) throws {
        guard let until, !suspension.contains(until.timeIntervalSince(now)) else { return }
        throw Problem.invalid(field, .outOfRange, "must be 1 hour to 365 days from now")
    }
}

extension Allowance {
    /// The number of reports that a user may make per hour (rule 24.7).
    package static let reports = Allowance("reports", 20, a: .hour)
    /// The number of reports that the filter makes about a user's texts per day (rule 24.22). Further texts with a filtered
    /// word are refused.
    package static let filterReports = Allowance("filterReports", 10, a: .day)
    /// The number of times that a user may replace the words that the tenant filters per hour (rule 20.9).
    package static let filterChanges = Allowance("filterChanges", 60, a: .hour)
}

extension AuditEvent {
    static let reportMade = Self("report.made")
    static let reportNoted = Self("report.noted")
    /// A report was decided. The detail is the action; each action has an entry of its own.
    static let reportResolved = Self("report.resolved")
    static let filterChanged = Self("tenant.filter_changed")
    static let contactChanged = Self("tenant.contact_changed")
}

extension [NoticeText] {
    /// The texts of notifications about reports and warnings. They name nobody and nothing.
    static let moderation = [
        NoticeText(.reportMade, heading: "Reports", .init("Something was reported"), idField: "reportID", page: "/admin/reports/"),
        NoticeText(.reportDue, heading: "Reports", .init("A report waits for your decision"), idField: "reportID", page: "/admin/reports/"),
        NoticeText(.moderationWarned, heading: "Your account", .init("There is a warning for you")),
    ]
}
