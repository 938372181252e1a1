import DavenportAPI

extension DavenportClient {
    /// Push to this device, as long as this session lasts; it moves here from whoever had it.
    public var registerDevice: Call<NewDevice, Device> { Call(self, Endpoints.registerDevice) }
    /// The devices that my notifications are pushed to.
    public var listDevices: Call<NoInput, Items<Device>> { Call(self, Endpoints.listDevices) }
    /// Push to one of my devices no more.
    public var unregisterDevice: Call<DeviceReference, NoContent> { Call(self, Endpoints.unregisterDevice) }
}

extension Call where In == DeviceReference {
    /// Calls an endpoint about one of my devices, by the token that Apple gave it.
    public func callAsFunction(apnsToken: String) async throws -> Out { try await self(In(apnsToken: apnsToken)) }
}
