import DavenportAPI
import Domain
import Foundation

/// An episode with the provider's id and titles, for the room that is created for it.
public struct IdentifiedEpisode: Sendable {
    /// The provider's id of the episode, which stays the same when the provider renumbers episodes; nil if several episodes
    /// have the id.
    public let id: Int?
    public let season: Int
    public let episode: Int
    public let showTitle: String
    public let title: String?
}

extension MediaCatalogue {
    /// Looks up the episode that a caller wants to create a room for.
    /// - Returns: nil if the provider knows no such episode.
    /// - Throws: `catalogueUnavailable` if there is no answer within `CatalogueDeadlines.room`; `tooManyRequests` if
    ///   the caller has exceeded the rate limit of look-ups.
    public func episode(_ episode: Int, ofSeason season: Int, ofShow show: Int, for caller: Caller) async throws -> IdentifiedEpisode? {
        let deadline = ContinuousClock.now + deadlines.room
        let (requester, waitLimit) = (Requester(caller), WaitLimit(time: deadlines.room))
        let providerRequests = (show: ProviderRequest.show(show), season: ProviderRequest.season(show: show, season: season))
        let entries = try await kept.entries([providerRequests.show, providerRequests.season], for: caller)
        async let showFound = answer(providerRequests.show, as: TMDBShow.self, entries[providerRequests.show], waitLimit, for: requester)
        async let seasonFound = answer(
            providerRequests.season, as: TMDBSeason.self, entries[providerRequests.season], waitLimit, for: requester)
        guard let show = try await showFound.answer else { return nil }
        var found = try await seasonFound
        if found.episode(episode) == nil, found.age.isOver(CatalogueRules.shortlyFresh) {
            // The provider may have added the episode since the stored answer was fetched.
            found = try await answer(
                providerRequests.season, as: TMDBSeason.self, entries[providerRequests.season],
                WaitLimit(time: deadline - .now, age: CatalogueRules.shortlyFresh), for: requester)
        }
        let shared = found.answer?.sharedIDs ?? []
        return found.episode(episode).map {
            IdentifiedEpisode(
                id: shared.contains($0.id) ? nil : $0.id, season: season, episode: episode, showTitle: show.name, title: $0.name)
        }
    }

    /// Returns the stored cast of an episode; empty if none is stored. The provider is never asked.
    public func storedCast(ofEpisode episode: Int, ofSeason season: Int, ofShow show: Int) async -> [CastMember] {
        let request = ProviderRequest.episode(show: show, season: season, episode: episode)
        guard let entry = try? await kept.entries([request], for: nil)[request] else { return [] }
        return CachedAnswer<TMDBEpisodeDetails>(entry, request, at: now)?.answer?.credits.all ?? []
    }

    /// Looks up the title of the movie that a caller wants to create a room for.
    /// - Returns: nil if the provider knows no such movie.
    /// - Throws: `catalogueUnavailable` if there is no answer within `CatalogueDeadlines.room`; `tooManyRequests` if
    ///   the caller has exceeded the rate limit of look-ups.
    public func title(ofMovie movie: Int, for caller: Caller) async throws -> String? {
        let providerRequest = ProviderRequest.movie(movie)
        let entry = try await kept.entries([providerRequest], for: caller)[providerRequest]
        let waitLimit = WaitLimit(time: deadlines.room)
        return try await answer(providerRequest, as: TMDBMovie.self, entry, waitLimit, for: Requester(caller)).answer?.title
    }

    /// Finds the first aired episode of a show that follows the given ones in the show's order (`EpisodeOrder`).
    /// - Parameters:
    ///   - last: the episodes to continue after. The one that comes last in the show's order counts.
    ///   - seen: the episodes that the members of the room have rooms for. They are never returned.
    /// - Returns: nil if there is no next episode.
    /// - Throws: `catalogueUnavailable` if there is no answer within `CatalogueDeadlines.room`; `tooManyRequests` if
    ///   the caller has exceeded the rate limit of look-ups.
    public func next(
        ofShow show: Int, after last: [SeenEpisode], seen: [SeenEpisode], for caller: Caller
    ) async throws -> IdentifiedEpisode? {
        let (deadline, requester) = (ContinuousClock.now + deadlines.room, Requester(caller))
        let providerRequest = ProviderRequest.show(show)
        let found: CachedAnswer<TMDBShow> = try await answer(
            providerRequest, kept.entries([providerRequest], for: nil)[providerRequest],
            WaitLimit(time: deadlines.room, age: CatalogueRules.fresh), for: requester)
        guard let details = found.answer else { return nil }
        var order = EpisodeOrder(details, isRenumbered: found.isRenumbered)
        while true {
            switch order.next(after: last, seen: seen, at: now) {
            case .found(let next, _):
                return next.map {
                    IdentifiedEpisode(
                        id: order.hasSharedID($0) ? nil : $0.id, season: $0.season, episode: $0.episode, showTitle: details.name,
                        title: $0.title)
                }
            case .lacks(let seasons):
                for (season, answer) in try await read(seasons, ofShow: show, until: deadline, requester) { order.add(answer, season) }
                // A season that was asked for may have turned out to have other numbers.
                order.isRenumbered =
                    try await kept.entries([providerRequest], for: nil)[providerRequest]?.isRenumbered ?? order.isRenumbered
            }
        }
    }

    private func read(
        _ seasons: [Int], ofShow show: Int, until deadline: ContinuousClock.Instant, _ requester: Requester
    ) async throws -> [(Int, TMDBSeason?)] {
        let providerRequests = seasons.map { ProviderRequest.season(show: show, season: $0) }
        let entries = try await kept.entries(providerRequests, for: nil)
        return try await withThrowingTaskGroup(of: (Int, TMDBSeason?).self) { group in
            for (season, providerRequest) in zip(seasons, providerRequests) {
                group.addTask { [self] in
                    let waitLimit = WaitLimit(time: deadline - .now, age: CatalogueRules.fresh)
                    return (
                        season,
                        try await answer(providerRequest, as: TMDBSeason.self, entries[providerRequest], waitLimit, for: requester).answer
                    )
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

extension CachedAnswer<TMDBSeason> {
    /// Returns the episode of the season that has this number; nil if there is none, or the season doesn't exist.
    fileprivate func episode(_ number: Int) -> TMDBEpisode? { answer?.episodes.first { $0.episode == number } }
}
