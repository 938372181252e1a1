import DavenportAPI
import Domain
import Foundation

extension MediaCatalogue {
    /// What comes after each of some episodes. Nobody waits for the provider: what lacks or is old is asked for behind, and is there at a
    /// later look. It costs nothing where this server has worked it out before, and nothing else has been kept of the show since.
    public func upcoming(after places: [ShowPlace]) async -> [ShowPlace: Upcoming] {
        await forgetChanged()
        let now = now
        var told: [ShowPlace: UpcomingEpisodes.Remembered] = [:]
        for place in places {
            if let known = upcoming[place], known.isGood(at: now) { told[place] = known }
        }
        var old = told.filter { $0.value.isOld(at: now) }.map(\.key)
        let unread = places.filter { told[$0] == nil }
        let reading = upcoming.reading
        if !unread.isEmpty, let read = try? await read(unread) {
            for place in unread {
                let known = read.remembered(place, at: now)
                told[place] = known
                upcoming.remember(known, of: place, since: reading)
                if known.isWanting(at: now) { old.append(place) }
            }
        }
        for place in old { readBehind(place) }
        return told.mapValues(\.upcoming)
    }

    /// What comes next of a show whose episodes have been given other numbers.
    /// - Parameter seen: what the group has rooms for.
    /// - Returns: nil where there is none, or it isn't known yet.
    public func upcoming(ofRenumbered show: Int, seen: [SeenEpisode]) async -> ListedEpisode? {
        guard var read = try? await read([.show(show)]), var order = read.order(of: show) else { return nil }
        guard case .lacks(let seasons) = order.next(after: seen, seen: seen, at: now) else { return nil }
        let inquiries = seasons.map { ProviderRequest.season(show: show, season: $0) }
        guard let more = try? await self.read(inquiries) else { return nil }
        read.merge(more)
        for providerRequest in inquiries where read.isOld(providerRequest, at: now) {
            fetch(providerRequest, since: read.entries[providerRequest]?.fetchedAt, for: .nobody)
        }
        for season in seasons { read.add(season, ofShow: show, to: &order) }
        guard case .told(let next, _) = order.next(after: seen, seen: seen, at: now) else { return nil }
        return next
    }

    /// Forgets what this server remembers of shows of which another has kept something else since.
    private func forgetChanged() async {
        guard let look = upcoming.beginLook() else { return }
        upcoming.endLook(try? await kept.changes(since: look.since))
    }

    /// What is kept of everything that it takes to tell what comes after some episodes, as far as it is there.
    private func read(_ places: [ShowPlace]) async throws -> KeptShows {
        var read = try await read(Array(Set(places.flatMap { [.show($0.show), .season(show: $0.show, season: $0.season)] })))
        // At the end of a season the one behind it is read too, and so on where that has nothing to offer.
        for _ in 0..<CatalogueRules.seasonsAhead {
            let lacking = Set(places.flatMap { read.lacking($0, at: now) }).subtracting(read.entries.keys).subtracting(read.absent)
            guard !lacking.isEmpty else { break }
            read.merge(try await self.read(Array(lacking)))
        }
        return read
    }

    private func read(_ inquiries: [ProviderRequest]) async throws -> KeptShows {
        let entries = try await kept.entries(inquiries, for: nil)
        return KeptShows(entries, absent: Set(inquiries).subtracting(entries.keys), at: now)
    }

    /// Works out again what comes after an episode, and asks for what it takes.
    private func readBehind(_ place: ShowPlace) {
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
                    guard case .told = await inFlight.outcome(within: .seconds(deadlines.lease)) else { return }
                }
            }
        }
    }
}
