import DavenportAPI

extension DavenportClient {
    /// A list of words that moves are judged by, as a file.
    public var showWordList: Call<WordListReference, Media> { Call(self, Endpoints.showWordList) }
}

extension Call where In == WordListReference {
    /// The list of an id, as a play names it.
    public func callAsFunction(wordListID: String) async throws -> Out { try await self(In(wordListID: wordListID)) }
}
