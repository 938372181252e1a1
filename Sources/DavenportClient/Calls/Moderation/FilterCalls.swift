import DavenportAPI

extension DavenportClient {
    /// Retrieve the words that the community filters.
    public var showFilter: Call<NoInput, WordFilter> { Call(self, Endpoints.showFilter) }
    /// Replace the words that the community filters.
    public var changeFilter: Call<WordFilter, WordFilter> { Call(self, Endpoints.changeFilter) }
}
