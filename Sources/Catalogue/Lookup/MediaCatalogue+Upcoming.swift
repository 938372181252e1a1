import DavenportAPI
import Domain
import Foundation

extension MediaCatalogue {
    /// Returns the next episode after each of these positions, from the cache and the stored answers. A position is
    /// left out if the database can't be read.
    ///
    /// The caller never waits for the provider. Answers that are missing or stale are fetched in the background, for a
    /// later call. If the results are cached and no answer has changed since, the call reads nothing from the database
    /// but the list of changed shows.
    public func upcoming(after places: [EpisodePosition]) async -> [EpisodePosition: Upcoming] {
        await forgetChanged()
        let now = now
        var found: [EpisodePosition: UpcomingEpisodes.Remembered] = [:]
        for place in places {
            if let known = upcoming[place], known.isGood(at: now) { found[place] = known }
        }
        var old = found.filter { $0.value.isOld(at: now) }.map(\.key)
        let unread = places.filter { found[$0] == nil }
        let reading = upcoming.reading
        if !unread.isEmpty, let read = try? await read(unread) {
            for place in unread {
                let known = read.remembered(place, at: now)
                found[place] = known
                upcoming.remember(known, of: place, since: reading)
                if known.isWanting(at: now) { old.append(place) }
            }
        }
        for place in old { readBehind(place) }
        return found.mapValues(\.upcoming)
    }

    /// Returns the next episode of a show whose episodes were renumbered, from the stored answers.
    /// - Parameter seen: the episodes that a group of users has rooms for already. They are never returned.
    /// - Returns: nil if there is no next episode, or it isn't known yet.
    public func upcoming(ofRenumbered show: Int, seen: [SeenEpisode]) async -> ListedEpisode? {
        guard var read = try? await read([.show(show)]), var order = read.order(of: show) else { return nil }
        guard case .lacks(let seasons) = order.next(after: seen, seen: seen, at: now) else { return nil }
        let providerRequests = seasons.map { ProviderRequest.season(show: show, season: $0) }
        guard let more = try? await self.read(providerRequests) else { return nil }
        read.merge(more)
        for providerRequest in providerRequests where read.isOld(providerRequest, at: now) {
            fetch(providerRequest, since: read.entries[providerRequest]?.fetchedAt, for: .nobody)
        }
        for season in seasons { read.add(season, ofShow: show, to: &order) }
        guard case .found(let next, _) = order.next(after: seen, seen: seen, at: now) else { return nil }
        return next
    }

    /// Returns the episodes after each of these positions that have a date, those from this day on, from the stored
    /// answers. A position is left out if it has none or the database can't be read.
    ///
    /// Answers that are missing or stale are fetched in the background, for a later call.
    public func scheduled(after places: [EpisodePosition], from day: CalendarDate) async -> [EpisodePosition: [ListedEpisode]] {
        _ = await upcoming(after: places)
        guard let read = try? await read(places) else { return [:] }
        return places.reduce(into: [:]) { scheduled, place in
            guard var order = read.order(of: place.show) else { return }
            for (season, _) in order.seasons where season >= place.season { read.add(season, ofShow: place.show, to: &order) }
            let episodes = order.scheduled(after: EpisodeNumber(season: place.season, episode: place.episode), from: day)
            if !episodes.isEmpty { scheduled[place] = episodes }
        }
    }

    /// Drops the cached results of shows whose stored answers another server has changed.
    private func forgetChanged() async {
        guard let look = upcoming.beginCheck() else { return }
        upcoming.endCheck(try? await kept.changes(since: look.since))
    }

    /// Reads, from the stored answers only, what decides which episode follows each of these positions. It sends
    /// nothing to the provider.
    private func read(_ places: [EpisodePosition]) async throws -> StoredShows {
        var read = try await read(Array(Set(places.flatMap { [.show($0.show), .season(show: $0.show, season: $0.season)] })))
        // At the end of a season, read the following season too; continue while that one has no episode to offer.
        for _ in 0..<CatalogueRules.seasonsAhead {
            let lacking = Set(places.flatMap { read.lacking($0, at: now) }).subtracting(read.entries.keys).subtracting(read.absent)
            guard !lacking.isEmpty else { break }
            read.merge(try await self.read(Array(lacking)))
        }
        return read
    }

    private func read(_ providerRequests: [ProviderRequest]) async throws -> StoredShows {
        let entries = try await kept.entries(providerRequests, for: nil)
        return StoredShows(entries, absent: Set(providerRequests).subtracting(entries.keys), at: now)
    }

    /// Recomputes in the background which episode follows a position, and fetches the answers that are missing or
    /// stale.
    private func readBehind(_ place: EpisodePosition) {
        guard upcoming.begin(place) else { return }
        Task.detached { [self] in
            defer { upcoming.end(place) }
            for _ in 0...CatalogueRules.seasonsAhead {
                let reading = upcoming.reading
                guard let read = try? await read([place]) else { return }
                upcoming.remember(read.remembered(place, at: now), of: place, since: reading)
                let old = read.needed(place, at: now).filter { read.isOld($0, at: now) }
                guard !old.isEmpty else { return }
                let asked = old.compactMap { fetch($0, since: read.entries[$0]?.fetchedAt, for: .nobody) }
                for (inFlight, _) in asked {
                    guard case .fetched = await inFlight.outcome(within: .seconds(deadlines.lease)) else { return }
                }
            }
        }
    }
}
