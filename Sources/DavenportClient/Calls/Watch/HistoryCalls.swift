import DavenportAPI

extension DavenportClient {
    /// Bring along what you watched elsewhere: a room of your own for each thing.
    public var importHistory: Call<HistoryItems, ImportedHistory> { Call(self, Endpoints.importHistory) }
}
