import DavenportAPI

extension DavenportClient {
    /// The community that the request is for.
    public var showTenant: Call<NoInput, TenantInfo> { Call(self, Endpoints.showTenant) }
}
