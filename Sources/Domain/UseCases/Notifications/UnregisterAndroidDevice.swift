import DavenportAPI

extension UseCases {
    /// Ends push notifications to one of the caller's Android devices.
    public func unregisterAndroidDevice(_ caller: Caller, _ input: AndroidDeviceReference) async throws -> NoContent {
        let found = try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).unregister(input.fcmToken, .fcm, of: caller.userID)
        }
        guard found else { throw Problem(.notFound) }
        return NoContent()
    }
}
