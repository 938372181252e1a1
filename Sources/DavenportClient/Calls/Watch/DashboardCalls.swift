import DavenportAPI

extension DavenportClient {
    /// What to watch, read, wait for and discuss.
    public var showDashboard: Call<NoInput, Dashboard> { Call(self, Endpoints.showDashboard) }
    /// My groups, also those with archived rooms only.
    public var listGroups: Call<GroupQuery, Page<GroupCard>> { Call(self, Endpoints.listGroups) }
}
