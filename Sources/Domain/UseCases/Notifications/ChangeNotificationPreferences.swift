import DavenportAPI

/// Says what the caller is told, and when not: all of it at once. What is due already is judged by it too.
public struct ChangeNotificationPreferences: UseCase {
    private let database: Database
    private let timeZones: TimeZoneNames

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        timeZones = dependencies.timeZones
    }

    public func callAsFunction(_ caller: Caller, _ input: NewNotificationPreferences) async throws -> NotificationPreferences {
        try await database.transaction(in: caller.tenant.id) { transaction in
            let repository = NotificationPreferenceRepository(transaction)
            if let timeZone = input.timeZone, try await !timeZones.contains(timeZone, or: repository.timeZoneNames) {
                throw Problem.invalid("timeZone", .unknown, "must be a time zone by IANA's name, as Europe/Berlin")
            }
            guard try await repository.set(input, for: caller.userID) else {
                throw Problem.invalid("mutedRooms", .unknown, "must hold rooms that you are in")
            }
            return try await repository.preferences(of: caller.userID)
        }
    }
}
