import DavenportAPI

extension UseCases {
    /// Lists the devices that get push notifications for the caller.
    public func listDevices(_ caller: Caller, _ input: NoInput) async throws -> Items<Device> {
        let devices = try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).list(of: caller.userID, idleSince: SessionRules.idleLimit(at: $0.now))
        }
        return Items(devices)
    }
}
