import DavenportAPI

extension UseCases {
    /// Registers a device for push notifications. The device gets notifications until the caller's log-in session ends.
    public func registerDevice(_ caller: Caller, _ input: NewDevice) async throws -> Device {
        let device = try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).register(input, by: caller)
        }
        guard let device else { throw Problem(.unauthenticated) }
        return device
    }
}
