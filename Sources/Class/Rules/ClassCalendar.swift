import DavenportAPI
import Domain
import Foundation

/// The deadlines of a student's open assignments in their calendar (rules 25).
enum ClassCalendar {
    /// Returns an event at each deadline of an assignment that the user still has to do.
    @Sendable
    static func events(_ holder: KeyHolder, _ useCases: UseCases) async throws -> [CalendarEvent] {
        guard holder.tenant.features.contains(.class) else { return [] }
        return try await useCases.database.transaction(for: holder, .singleRoundTrip) {
            try await DeadlineRepository($0).deadlines(of: holder.userID)
        }.map { deadline in
            CalendarEvent(id: "task-\(deadline.taskID.lowercased)", summary: deadline.title, .moment(deadline.dueAt))
        }
    }
}
