import DavenportAPI

/// Returns the calendar of a key's owner: the events of every area, as iCalendar text.
public struct ShowCalendar: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Returns the calendar, and records that the key was used.
    public func callAsFunction(_ holder: KeyHolder, _ input: CalendarQuery) async throws -> Media {
        var events: [CalendarEvent] = []
        for area in dependencies.areas { events += try await area.calendar(holder, dependencies) }
        try await dependencies.database.transaction(for: holder, .singleRoundTrip) {
            try await AccessKeyRepository($0).use(holder.keyID, .served)
        }
        return Media(type: "text/calendar; charset=utf-8", bytes: Array(CalendarText.text(of: events, in: holder.tenant).utf8))
    }
}
