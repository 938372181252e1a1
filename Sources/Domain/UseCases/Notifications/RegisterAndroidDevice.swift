import DavenportAPI

extension UseCases {
    /// Registers an Android device for push notifications. The device gets notifications until the caller's log-in session ends.
    public func registerAndroidDevice(_ caller: Caller, _ input: NewAndroidDevice) async throws -> Device {
        let device = try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).register(input, by: caller)
        }
        guard let device else { throw Problem(.unauthenticated) }
        return device
    }
}
