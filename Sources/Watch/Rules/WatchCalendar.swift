import DavenportAPI
import Domain
import Foundation

/// The next episodes of a user's active groups in their calendar (rules 25).
enum WatchCalendar {
    /// How long an episode stays in the calendar after it has aired, in seconds: 31 days (rule 25.4).
    private static let aired: TimeInterval = 31 * 86_400

    /// Returns an event for each episode after a group's latest one that has a date. Without a catalogue there is none.
    @Sendable
    static func events(_ holder: KeyHolder, _ useCases: UseCases) async throws -> [CalendarEvent] {
        guard holder.tenant.features.contains(.watch), let guide = useCases.services[MediaGuide.self] else { return [] }
        let database = useCases.database
        let active = try await database.transaction(for: holder, .singleRoundTrip) {
            try await DashboardRepository($0).active(of: holder.userID)
        }
        let groups = active.groups.map(\.progress).compactMap { progress in progress.position.map { (progress.group, $0) } }
            .filter { $0.1.showID > 0 }
        let from = CalendarDate(of: useCases.clock.now.addingTimeInterval(-aired))
        let scheduled = await guide.scheduled(Set(groups.map(\.1)), from)
        return groups.flatMap { group, position in
            (scheduled[position] ?? []).map { episode in
                let number = "S\(episode.season)E\(episode.episode)"
                return CalendarEvent(
                    id: "episode-\(position.showID)-\(episode.season)-\(episode.episode)",
                    summary: [group.title, number].joined(separator: " ") + (episode.title.map { " · \($0)" } ?? ""), .day(episode.day))
            }
        }
    }
}
