import DavenportAPI

extension DavenportClient {
    /// My active tasks, those due next first, and how each student has them.
    public var showBoard: Call<PageQuery, Board> { Call(self, Endpoints.showBoard) }
}
