import DavenportAPI
import Domain

extension UseCases {
    /// Finds shows and movies by their titles.
    public func searchMedia(_ caller: Caller, _ input: MediaSearch) async throws -> SearchResults {
        let catalogue = try catalogue()
        let providerRequest = ProviderRequest.search(input.type, SearchedText(input.query), page: input.page)
        async let pictures = catalogue.pictureHost()
        let found = try await catalogue.look(up: providerRequest, as: TMDBSearch.self, for: caller)
        guard let results = found.answer else {
            // The provider rejects the text, for example punctuation without a letter.
            return SearchResults(page: input.page, totalPages: 0, results: [], attribution: Attribution.text, stale: nil)
        }
        return SearchResults(results, await pictures, isStale: found.isStale)
    }
}
