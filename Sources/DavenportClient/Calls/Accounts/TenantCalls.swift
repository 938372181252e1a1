import DavenportAPI

extension DavenportClient {
    /// Retrieve the community that the request addresses.
    public var showTenant: Call<NoInput, TenantInfo> { Call(self, Endpoints.showTenant) }
    /// Create a community of your own, where the deployment allows it.
    public var createTenant: Call<NewTenant, CreatedTenant> { Call(self, Endpoints.createTenant) }
}
