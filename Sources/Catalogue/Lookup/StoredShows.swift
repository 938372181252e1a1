import Foundation

/// The stored answers about some shows and seasons. Each is decoded only once, however many of its episodes are looked
/// up.
struct StoredShows: Sendable {
    private(set) var entries: [ProviderRequest: StoredAnswer]
    /// The requests for which no answer is stored.
    private(set) var absent: Set<ProviderRequest>
    private var shows: [Int: CachedAnswer<TMDBShow>] = [:]
    private var seasons: [ProviderRequest: CachedAnswer<TMDBSeason>] = [:]

    init(_ entries: [ProviderRequest: StoredAnswer], absent: Set<ProviderRequest>, at now: Date) {
        (self.entries, self.absent) = (entries, absent)
        for (providerRequest, kept) in entries {
            switch providerRequest {
            case .show(let show): shows[show] = CachedAnswer(kept, providerRequest, at: now)
            case .season: seasons[providerRequest] = CachedAnswer(kept, providerRequest, at: now)
            case .search, .episode, .movie, .find, .configuration, .subtitles: break
            }
        }
    }

    mutating func merge(_ other: StoredShows) {
        entries.merge(other.entries) { $1 }
        absent.formUnion(other.absent)
        shows.merge(other.shows) { $1 }
        seasons.merge(other.seasons) { $1 }
    }

    func isOld(_ providerRequest: ProviderRequest, at now: Date) -> Bool {
        entries[providerRequest].map { !$0.isFresh(providerRequest, at: now) } ?? true
    }

    /// Returns the episode order of a show, without the episodes of any season. It is nil if no answer is stored, or
    /// the provider has no such show.
    func order(of show: Int) -> EpisodeOrder? {
        guard let found = shows[show], let show = found.answer else { return nil }
        return EpisodeOrder(show, isRenumbered: found.isRenumbered)
    }

    /// Adds the episodes of a season to an order, if an answer about the season is stored.
    func add(_ season: Int, ofShow show: Int, to order: inout EpisodeOrder) {
        if let found = seasons[.season(show: show, season: season)] { order.add(found.answer, season) }
    }

    /// Returns which episode follows a position, or which seasons must be read to know it. It is nil if no answer about
    /// the show is stored.
    private func next(_ place: EpisodePosition, at now: Date) -> (next: EpisodeOrder.Next, isRenumbered: Bool)? {
        if let kept = entries[.show(place.show)], kept.fetchedAt != nil, kept.answer == nil { return (.found(nil, changesAt: nil), false) }
        guard var order = order(of: place.show) else { return nil }
        guard !order.isRenumbered else { return (.found(nil, changesAt: nil), true) }
        for (season, _) in order.seasons where season >= place.season { add(season, ofShow: place.show, to: &order) }
        let last = SeenEpisode(season: place.season, episode: place.episode, id: nil, title: nil)
        return (order.next(after: [last], seen: [], at: now), false)
    }

    /// Returns the requests for the seasons that must be read to know which episode follows the position.
    func lacking(_ place: EpisodePosition, at now: Date) -> [ProviderRequest] {
        guard case .lacks(let seasons)? = next(place, at: now)?.next else { return [] }
        return seasons.map { .season(show: place.show, season: $0) }
    }

    /// Returns the requests whose answers decide which episode follows the position, including those that aren't
    /// stored.
    func needed(_ place: EpisodePosition, at now: Date) -> [ProviderRequest] {
        let read = entries.keys.filter { $0.numbersOf == place.show }
        return Array(Set([.show(place.show), .season(show: place.show, season: place.season)] + lacking(place, at: now) + read))
    }

    /// Computes which episode follows the position, as an entry for the cache.
    func remembered(_ place: EpisodePosition, at now: Date) -> UpcomingEpisodes.Remembered {
        let fetched = needed(place, at: now).compactMap { entries[$0]?.fetchedAt }
        let staleAt = (fetched.min() ?? now).addingTimeInterval(CatalogueRules.fresh)
        func remembered(_ upcoming: Upcoming, isKnown: Bool = true, changesAt: Date? = nil) -> UpcomingEpisodes.Remembered {
            .init(upcoming: upcoming, isKnown: isKnown, changesAt: changesAt, staleAt: staleAt, readAt: .now)
        }
        switch next(place, at: now) {
        case (_, true)?: return remembered(.renumbered)
        case (.found(let next, let changesAt), _)?: return remembered(.next(next), changesAt: changesAt)
        case (.lacks, _)?, nil: return remembered(.next(nil), isKnown: false)
        }
    }
}
