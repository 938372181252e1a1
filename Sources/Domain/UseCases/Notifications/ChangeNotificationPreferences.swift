import DavenportAPI

extension UseCases {
    /// Replaces all notification preferences of the caller. They also apply to notifications that are due but not sent yet.
    public func changeNotificationPreferences(_ caller: Caller, _ input: NewNotificationPreferences) async throws -> NotificationPreferences
    {
        try await database.transaction(for: caller) { transaction in
            let repository = NotificationPreferenceRepository(transaction)
            if let timeZone = input.timeZone, try await !timeZones.contains(timeZone, or: repository.timeZoneNames) {
                throw Problem.invalid("timeZone", .unknown, "must be the IANA name of a time zone, such as Europe/Berlin")
            }
            try await repository.set(input, for: caller.userID, mutings)
            let changed = try await repository.preferences(of: caller.userID, mutings)
            for muting in mutings where Set(changed.mutedThings[muting.thing] ?? []) != Set(input.mutedThings[muting.thing] ?? []) {
                throw Problem.invalid(muting.thing.field, .unknown, muting.refusal)
            }
            return changed
        }
    }

    private var mutings: [Muting] { areas.compactMap { $0.muting } }
}
