import DavenportAPI

extension DavenportClient {
    /// What has changed since the last time, or everything.
    public var listChanges: Call<ChangesQuery, Changes> { Call(self, Endpoints.listChanges) }
}
