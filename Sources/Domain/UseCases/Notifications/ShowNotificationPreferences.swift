import DavenportAPI

extension UseCases {
    /// Shows which notifications the caller gets, and when.
    public func showNotificationPreferences(_ caller: Caller, _ input: NoInput) async throws -> NotificationPreferences {
        try await database.transaction(for: caller, .singleRoundTrip) {
            try await NotificationPreferenceRepository($0).preferences(of: caller.userID, mutings)
        }
    }

    private var mutings: [Muting] { areas.compactMap { $0.muting } }
}
