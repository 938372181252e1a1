import DavenportAPI
import Foundation

/// An episode as it was recorded in the room that was created for it.
public struct SeenEpisode: Sendable, Equatable {
    public let season: Int
    public let episode: Int
    /// The provider's id of the episode; nil if the room was created without the provider.
    public let id: Int?
    public let title: String?

    public init(season: Int, episode: Int, id: Int?, title: String?) {
        self.season = season
        self.episode = episode
        self.id = id
        self.title = title
    }
}

/// The position of an episode within its show.
struct EpisodeNumber: Comparable {
    let season: Int
    let episode: Int

    static func < (left: Self, right: Self) -> Bool { (left.season, left.episode) < (right.season, right.episode) }
}

/// An episode from the provider's list of a season's episodes.
public struct ListedEpisode: Sendable, Equatable {
    public let id: Int
    public let season: Int
    public let episode: Int
    public let title: String?
    public let airDate: CalendarDate?

    var place: EpisodeNumber { EpisodeNumber(season: season, episode: episode) }
}

/// The episodes of a show in their order, as far as they are loaded. The order determines which episode is next (rules
/// 7).
struct EpisodeOrder: Sendable {
    /// The seasons by number. The specials, which are season 0, are left out.
    let seasons: [(season: Int, airDate: CalendarDate?)]
    /// Whether the provider has renumbered the show's episodes, so that only the provider's ids identify them.
    var isRenumbered: Bool
    private(set) var episodes: [Int: [ListedEpisode]] = [:]

    init(_ show: TMDBShow, isRenumbered: Bool) {
        seasons = show.seasons.filter { $0.season > 0 }.map { ($0.season, $0.airDate) }
        self.isRenumbered = isRenumbered
    }

    /// Adds the episodes of a season. It adds none if the provider has no such season.
    mutating func add(_ season: TMDBSeason?, _ number: Int) {
        episodes[number] = (season?.episodes ?? []).map {
            ListedEpisode(id: $0.id, season: number, episode: $0.episode, title: $0.name, airDate: $0.airDate)
        }
    }

    /// The next episode, or what is missing to determine it.
    enum Next {
        /// The next episode, or nil if there is none.
        /// - Parameter changesAt: when an episode airs that changes the result; nil if time alone doesn't change it.
        case found(ListedEpisode?, changesAt: Date?)
        /// The next episode can't be determined before these seasons are added.
        case lacks([Int])
    }

    /// Determines the first aired episode after the given ones. It is never a special, and never an episode that was
    /// seen under another number.
    /// - Parameters:
    ///   - last: the episodes to continue after, at least one. The one that comes last in the show's order counts.
    ///   - seen: the episodes that a group of users has rooms for. If one of them has another number now, it is
    ///     skipped.
    func next(after last: [SeenEpisode], seen: [SeenEpisode], at now: Date) -> Next {
        let lacking = isRenumbered ? seasons.map(\.season).filter { episodes[$0] == nil } : []
        guard lacking.isEmpty else { return .lacks(lacking) }
        let shared = isRenumbered ? sharedIDs(seen + last) : []
        let start =
            isRenumbered
            ? start(after: last.map { $0.without(shared) }) : last.map(\.place).max().map { Start(place: $0, isIncluded: false) }
        guard let start else { return .found(nil, changesAt: nil) }
        let moved = isRenumbered ? moved(seen.map { $0.without(shared) }) : []
        let lastBegun = seasons.last { hasBegun($0.airDate, at: now) == true }?.season ?? 0
        var changesAt: Date?
        for (season, airDate) in seasons where season >= start.place.season {
            let begins = airDate.map(Airing.begin)
            if episodes[season] == nil, let begins, begins > now { return .found(nil, changesAt: earlier(changesAt, begins)) }
            guard let listed = episodes[season] else { return .lacks([season]) }
            // An episode without a date has aired if a later one of its season has, or if a later season has begun.
            let lastAired = season < lastBegun ? .max : listed.last { hasBegun($0.airDate, at: now) == true }?.episode ?? 0
            for episode in listed where start.admits(episode.place) && !moved.contains(episode.id) {
                if hasBegun(episode.airDate, at: now) ?? (episode.episode < lastAired) { return .found(episode, changesAt: changesAt) }
                if let airs = episode.airDate.map(Airing.begin) { changesAt = earlier(changesAt, airs) }
            }
        }
        return .found(nil, changesAt: changesAt)
    }

    /// Returns whether another episode of the same season has the episode's id, too.
    func hasSharedID(_ episode: ListedEpisode) -> Bool {
        (episodes[episode.season] ?? []).count { $0.id == episode.id } > 1
    }

    /// Returns the episodes after a position that have a date, those from this day on, of the seasons that were added.
    func scheduled(after place: EpisodeNumber, from day: CalendarDate) -> [ListedEpisode] {
        seasons.flatMap { episodes[$0.season] ?? [] }.filter { $0.place > place && ($0.airDate.map { $0 >= day } ?? false) }
    }

    /// The position from which to look for the next episode, and whether the episode at that position may be the next
    /// one.
    private struct Start {
        let place: EpisodeNumber
        let isIncluded: Bool

        func admits(_ other: EpisodeNumber) -> Bool { isIncluded ? other >= place : other > place }
    }

    /// Determines the position from which to continue after a renumbering: of the positions that the given episodes
    /// have now, the last one.
    ///
    /// If the provider lists none of these episodes any more, the last one of their old positions is used. The episode
    /// that has that position now is the next one, unless its title is the same: then it is the same episode under a
    /// new id.
    private func start(after last: [SeenEpisode]) -> Start? {
        let listed = episodes.values.joined()
        let places = Dictionary(listed.map { ($0.id, $0.place) }) { first, _ in first }
        let found = last.compactMap { seen in seen.id.map { places[$0] } ?? seen.place }
        if let place = found.max() { return Start(place: place, isIncluded: false) }
        guard let gone = last.max(by: { $0.place < $1.place }) else { return nil }
        let same = listed.contains { $0.place == gone.place && gone.title != nil && $0.title?.folded == gone.title?.folded }
        return Start(place: gone.place, isIncluded: !same)
    }

    /// Returns the ids that don't identify an episode: those that several episodes have now, or had when they were seen.
    private func sharedIDs(_ seen: [SeenEpisode]) -> Set<Int> {
        let now = episodes.values.joined().map { ($0.id, $0.place) }
        let then = seen.compactMap { seen in seen.id.map { ($0, seen.place) } }
        return [now, then].reduce(into: []) { shared, list in
            var places: [Int: EpisodeNumber] = [:]
            for (id, place) in list where places.updateValue(place, forKey: id).map({ $0 != place }) ?? false { shared.insert(id) }
        }
    }

    /// Returns the ids of the seen episodes that have another number now.
    private func moved(_ seen: [SeenEpisode]) -> Set<Int> {
        let places = Dictionary(episodes.values.joined().map { ($0.id, $0.place) }) { first, _ in first }
        return Set(seen.filter { seen in seen.id.map { places[$0] != seen.place } ?? false }.compactMap(\.id))
    }

    /// Returns whether a day has begun for the first people on Earth; nil if the day is unknown.
    private func hasBegun(_ day: CalendarDate?, at now: Date) -> Bool? { day.map { Airing.begin(of: $0) <= now } }

    private func earlier(_ one: Date?, _ other: Date) -> Date { one.map { min($0, other) } ?? other }
}

extension SeenEpisode {
    var place: EpisodeNumber { EpisodeNumber(season: season, episode: episode) }

    /// Returns the episode, which is known by its number alone if its id is one of those that identify none.
    fileprivate func without(_ shared: Set<Int>) -> SeenEpisode {
        guard let id, shared.contains(id) else { return self }
        return SeenEpisode(season: season, episode: episode, id: nil, title: title)
    }
}
