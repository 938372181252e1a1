import DavenportAPI

extension DavenportClient {
    /// Who did best in the daily challenges of a mode, over a week or over all time.
    public var listPlayBoard: Call<PlayBoardQuery, PlayBoard> { Call(self, Endpoints.listPlayBoard) }
}
