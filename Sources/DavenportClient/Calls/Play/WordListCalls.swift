import DavenportAPI

extension DavenportClient {
    /// Download a word list, which decides which words are valid.
    public var showWordList: Call<WordListReference, Media> { Call(self, Endpoints.showWordList) }
}

extension Call where In == WordListReference {
    /// Fetches a word list by its id, which plays contain.
    public func callAsFunction(wordListID: String) async throws -> Out { try await self(In(wordListID: wordListID)) }
}
