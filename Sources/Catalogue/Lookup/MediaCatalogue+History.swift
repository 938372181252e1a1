import DavenportAPI
import Domain
import Foundation

extension MediaCatalogue {
    /// Looks up the show that has an id at TheTVDB.
    /// - Returns: nil if the provider knows none, or several.
    /// - Throws: `catalogueUnavailable` if there is no answer in time; `tooManyRequests` if the caller has exceeded the
    ///   rate limit of look-ups.
    public func show(ofTVDB id: Int, for caller: Caller) async throws -> Int? {
        let shows = try await look(up: .find(tvdb: id), as: TMDBFind.self, for: caller).answer?.shows ?? []
        return shows.count == 1 ? shows[0].id : nil
    }

    /// Looks up the same for a program that works for a user.
    /// - Returns: nil also if there is no answer in time, or the user has exceeded the rate limit of look-ups.
    public func show(ofTVDB id: Int, for holder: KeyHolder) async -> Int? {
        let request = ProviderRequest.find(tvdb: id)
        guard let entries = try? await kept.entries([request], for: nil) else { return nil }
        let found: CachedAnswer<TMDBFind>? = try? await answer(
            request, entries[request], WaitLimit(time: deadlines.room),
            for: Requester(tenantID: holder.tenant.id, userID: holder.userID))
        let shows = found?.answer?.shows ?? []
        return shows.count == 1 ? shows[0].id : nil
    }

    /// Looks up the movie with exactly this title, except for its case, that was released in this year.
    /// - Returns: nil if the first page of the provider's results has none, or several.
    /// - Throws: as `show(ofTVDB:for:)`.
    public func movie(titled title: String, releasedIn year: Int, for caller: Caller) async throws -> (id: Int, title: String)? {
        let search = ProviderRequest.search(.movie, SearchedText(title), page: 1)
        let found = try await look(up: search, as: TMDBSearch.self, for: caller).answer?.results ?? []
        let fitting = found.filter { $0.date?.year == year && $0.title.trimmed.folded == title.trimmed.folded }
        return fitting.count == 1 ? (fitting[0].id, fitting[0].title) : nil
    }
}
