import DavenportAPI

extension DavenportClient {
    /// List the best results of a week or of all time in the daily challenges of a mode.
    public var listPlayBoard: Call<PlayBoardQuery, PlayBoard> { Call(self, Endpoints.listPlayBoard) }
}
