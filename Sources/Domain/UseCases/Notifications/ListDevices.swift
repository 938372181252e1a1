import DavenportAPI

/// Lists the devices that get push notifications for the caller.
public struct ListDevices: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<Device> {
        let devices = try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).list(of: caller.userID, idleSince: SessionRules.idleLimit(at: $0.now))
        }
        return Items(devices)
    }
}
