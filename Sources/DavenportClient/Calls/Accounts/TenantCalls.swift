import DavenportAPI

extension DavenportClient {
    /// Retrieve the community that the request addresses.
    public var showTenant: Call<NoInput, TenantInfo> { Call(self, Endpoints.showTenant) }
}
