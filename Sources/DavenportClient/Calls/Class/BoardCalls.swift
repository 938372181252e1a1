import DavenportAPI

extension DavenportClient {
    /// Retrieve your active tasks, earliest due time first, with each student's state.
    public var showBoard: Call<PageQuery, Board> { Call(self, Endpoints.showBoard) }
}
