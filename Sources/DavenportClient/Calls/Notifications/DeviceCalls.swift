import DavenportAPI

extension DavenportClient {
    /// Register this device for push until this session ends. It leaves its previous user.
    public var registerDevice: Call<NewDevice, Device> { Call(self, Endpoints.registerDevice) }
    /// List the devices that receive your push notifications.
    public var listDevices: Call<NoInput, Items<Device>> { Call(self, Endpoints.listDevices) }
    /// Unregister one of your devices.
    public var unregisterDevice: Call<DeviceReference, NoContent> { Call(self, Endpoints.unregisterDevice) }
    /// Register this browser for push until this session ends. It leaves its previous session.
    public var registerWebPush: Call<NewWebPush, Device> { Call(self, Endpoints.registerWebPush) }
    /// Unregister the browser of this session, if it is registered.
    public var unregisterWebPush: Call<NoInput, NoContent> { Call(self, Endpoints.unregisterWebPush) }
}

extension Call where In == DeviceReference {
    /// Calls an endpoint with one of your devices, by its APNs token.
    public func callAsFunction(apnsToken: String) async throws -> Out { try await self(In(apnsToken: apnsToken)) }
}
