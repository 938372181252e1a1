import DavenportAPI

extension DavenportClient {
    /// Retrieve your dashboard: what to watch, read, wait for and discuss.
    public var showDashboard: Call<NoInput, Dashboard> { Call(self, Endpoints.showDashboard) }
    /// List your groups, including those with archived rooms only.
    public var listGroups: Call<GroupQuery, Page<GroupCard>> { Call(self, Endpoints.listGroups) }
}
