import DavenportAPI

extension Call where In == DeviceReference {
    /// Calls an endpoint with one of your devices, by its APNs token.
    public func callAsFunction(apnsToken: String) async throws -> Out { try await self(In(apnsToken: apnsToken)) }
}

extension Call where In == AndroidDeviceReference {
    /// Calls an endpoint with one of your Android devices, by its registration token of FCM.
    public func callAsFunction(fcmToken: String) async throws -> Out { try await self(In(fcmToken: fcmToken)) }
}
