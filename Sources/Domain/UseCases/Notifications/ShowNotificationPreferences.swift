import DavenportAPI

/// Shows which notifications the caller gets, and when.
public struct ShowNotificationPreferences: UseCase {
    private let database: Database
    private let mutings: [Muting]

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        mutings = dependencies.areas.compactMap { $0.muting }
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> NotificationPreferences {
        try await database.transaction(for: caller, .singleRoundTrip) {
            try await NotificationPreferenceRepository($0).preferences(of: caller.userID, mutings)
        }
    }
}
