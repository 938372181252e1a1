import DavenportAPI

extension DavenportClient {
    /// List the changes since a cursor, or everything.
    public var listChanges: Call<ChangesQuery, Changes> { Call(self, Endpoints.listChanges) }
}
