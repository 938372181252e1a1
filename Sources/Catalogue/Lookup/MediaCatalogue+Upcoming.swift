import DavenportAPI
import Domain
import Foundation

extension MediaCatalogue {
    /// What comes after each of some episodes. Nobody waits for the provider: what lacks or is old is asked for behind, and is there at a
    /// later look. It costs nothing where this server has worked it out before.
    public func upcoming(after places: [ShowPlace]) async -> [ShowPlace: Upcoming] {
        let now = now
        var told: [ShowPlace: UpcomingEpisodes.Remembered] = [:]
        for place in places {
            if let known = upcoming[place], known.isGood(at: now) { told[place] = known }
        }
        var old = told.filter { $0.value.isOld(at: now) }.map(\.key)
        let unread = places.filter { told[$0] == nil }
        if !unread.isEmpty, let read = try? await read(unread) {
            for place in unread {
                let known = read.remembered(place, at: now)
                (told[place], upcoming[place]) = (known, known)
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
        guard var read = try? await read([.show(show)]), var order = read.order(of: show, at: now) else { return nil }
        guard case .lacks(let seasons) = order.next(after: seen, seen: seen, at: now) else { return nil }
        let inquiries = seasons.map { Inquiry.season(show: show, season: $0) }
        guard let more = try? await kept.entries(inquiries, in: nil) else { return nil }
        read.entries.merge(more) { $1 }
        for inquiry in inquiries where read.isOld(inquiry, at: now) { fetch(inquiry, newerThan: read.entries[inquiry]?.fetchedAt) }
        for season in seasons { read.add(season, ofShow: show, to: &order, at: now) }
        guard case .told(let next, _) = order.next(after: seen, seen: seen, at: now) else { return nil }
        return next
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

    private func read(_ inquiries: [Inquiry]) async throws -> KeptShows {
        let entries = try await kept.entries(inquiries, in: nil)
        return KeptShows(entries: entries, absent: Set(inquiries).subtracting(entries.keys))
    }

    /// Works out again what comes after an episode, and asks for what it takes.
    private func readBehind(_ place: ShowPlace) {
        guard upcoming.begin(place) else { return }
        Task.detached { [self] in
            defer { upcoming.end(place) }
            for _ in 0...CatalogueRules.seasonsAhead {
                guard let read = try? await read([place]) else { return }
                upcoming[place] = read.remembered(place, at: now)
                let old = read.needed(place, at: now).filter { read.isOld($0, at: now) }
                guard !old.isEmpty else { return }
                let flights = old.compactMap { fetch($0, newerThan: read.entries[$0]?.fetchedAt) }
                for flight in flights {
                    guard case .told = await flight.landing(within: .seconds(CatalogueRules.lease)) else { return }
                }
            }
        }
    }
}

/// What is kept of some shows and seasons.
private struct KeptShows: Sendable {
    var entries: [Inquiry: KeptAnswer]
    /// Of which nothing is kept.
    var absent: Set<Inquiry>

    mutating func merge(_ other: KeptShows) {
        entries.merge(other.entries) { $1 }
        absent.formUnion(other.absent)
    }

    func isOld(_ inquiry: Inquiry, at now: Date) -> Bool { entries[inquiry].map { !$0.isFresh(inquiry, at: now) } ?? true }

    /// A show's order with no season in it; nil where nothing is kept of it, or the provider knows no such show.
    func order(of show: Int, at now: Date) -> EpisodeOrder? {
        let inquiry = Inquiry.show(show)
        guard let found = entries[inquiry].flatMap({ Found<TMDBShow>($0, inquiry, at: now) }), let told = found.answer else { return nil }
        return EpisodeOrder(told, isRenumbered: found.isRenumbered)
    }

    /// Adds a season to an order, where anything is kept of it.
    func add(_ season: Int, ofShow show: Int, to order: inout EpisodeOrder, at now: Date) {
        let inquiry = Inquiry.season(show: show, season: season)
        if let found = entries[inquiry].flatMap({ Found<TMDBSeason>($0, inquiry, at: now) }) { order.add(found.answer, season) }
    }

    /// What comes after an episode, and the seasons that it takes to tell; nil where nothing is kept of the show.
    private func next(_ place: ShowPlace, at now: Date) -> (next: EpisodeOrder.Next, isRenumbered: Bool)? {
        let inquiry = Inquiry.show(place.show)
        if let kept = entries[inquiry], kept.fetchedAt != nil, kept.answer == nil { return (.told(nil, changesAt: nil), false) }
        guard var order = order(of: place.show, at: now) else { return nil }
        for (season, _) in order.seasons where season >= place.season { add(season, ofShow: place.show, to: &order, at: now) }
        guard !order.isRenumbered else { return (.told(nil, changesAt: nil), true) }
        let last = SeenEpisode(season: place.season, episode: place.episode, id: nil, title: nil)
        return (order.next(after: [last], seen: [], at: now), false)
    }

    /// The seasons without which it can't be told.
    func lacking(_ place: ShowPlace, at now: Date) -> [Inquiry] {
        guard case .lacks(let seasons)? = next(place, at: now)?.next else { return [] }
        return seasons.map { .season(show: place.show, season: $0) }
    }

    /// Everything that it takes.
    func needed(_ place: ShowPlace, at now: Date) -> [Inquiry] {
        let read = entries.keys.filter { $0.numbersOf == place.show }
        return Array(Set([.show(place.show), .season(show: place.show, season: place.season)] + lacking(place, at: now) + read))
    }

    /// What is to be remembered.
    func remembered(_ place: ShowPlace, at now: Date) -> UpcomingEpisodes.Remembered {
        let fetched = needed(place, at: now).compactMap { entries[$0]?.fetchedAt }
        let staleAt = (fetched.min() ?? now).addingTimeInterval(CatalogueRules.fresh)
        func remembered(_ upcoming: Upcoming, isKnown: Bool = true, changesAt: Date? = nil) -> UpcomingEpisodes.Remembered {
            .init(upcoming: upcoming, isKnown: isKnown, changesAt: changesAt, staleAt: staleAt, readAt: .now)
        }
        switch next(place, at: now) {
        case (_, true)?: return remembered(.renumbered)
        case (.told(let next, let changesAt), _)?: return remembered(.next(next), changesAt: changesAt)
        case (.lacks, _)?, nil: return remembered(.next(nil), isKnown: false)
        }
    }
}
