import DavenportAPI

extension UseCases {
    /// Returns the calendar of a key's owner: the events of every area, as iCalendar text.
    ///
    /// Returns the calendar, and records that the key was used.
    public func showCalendar(_ holder: KeyHolder, _ input: CalendarQuery) async throws -> Media {
        var events: [CalendarEvent] = []
        for area in areas { events += try await area.calendar(holder, self) }
        let revisions = try await database.transaction(for: holder) { [events] transaction in
            let repository = AccessKeyRepository(transaction)
            var revisions = try await repository.lockCalendar(of: holder.keyID)
            if revisions.note(events, at: transaction.now) { try await repository.setCalendar(revisions, of: holder.keyID) }
            try await repository.use(holder.keyID, .served)
            return revisions
        }
        let text = CalendarText.text(of: events, revisions, in: holder.tenant)
        return Media(type: "text/calendar; charset=utf-8", bytes: Array(text.utf8))
    }
}
