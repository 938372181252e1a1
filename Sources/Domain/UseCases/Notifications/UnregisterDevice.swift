import DavenportAPI

extension UseCases {
    /// Ends push notifications to one of the caller's devices.
    public func unregisterDevice(_ caller: Caller, _ input: DeviceReference) async throws -> NoContent {
        let found = try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).unregister(input.apnsToken, .apns, of: caller.userID)
        }
        guard found else { throw Problem(.notFound) }
        return NoContent()
    }
}
