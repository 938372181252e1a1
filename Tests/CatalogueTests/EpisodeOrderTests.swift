import DavenportAPI
import Foundation
import TestSupport
import Testing

@testable import Catalogue

@Suite("rules 7: the order of a series' episodes")
struct EpisodeOrderTests {
    /// 2026-03-01T20:00Z.
    static let now = Date(timeIntervalSince1970: 1_772_395_200)

    /// Shows rule 7.8.
    @Test("However episodes are renumbered, moved or removed, following \"next\" shows each aired one once, in order, and ends")
    func random() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            var show = Made(&random)
            var seen: [SeenEpisode] = []
            var isRenumbered = false
            while seen.count < 100 {
                if Int.random(in: 0..<4, using: &random) == 0 { isRenumbered = show.change(&random) || isRenumbered }
                guard let last = seen.last ?? show.any else { break }
                if seen.isEmpty { seen.append(last) }
                let order = try show.order(isRenumbered: isRenumbered)
                guard case .found(let next?, _) = order.next(after: seen, seen: seen, at: Self.now) else { break }
                #expect(!seen.contains { $0.id == next.id })
                #expect(next.airDate.map { Airing.begin(of: $0) <= Self.now } ?? true)
                // No aired episode lies between the last remaining episode that the user has seen and this one.
                let places = seen.compactMap { seen in show.episodes.first { $0.id == seen.id }?.place }
                if let latest = places.max() {
                    let between = show.episodes.filter { $0.place > latest && $0.place < next.place && $0.season > 0 }
                    #expect(between.allSatisfy { episode in !episode.hasAired || seen.contains { $0.id == episode.id } })
                }
                seen.append(SeenEpisode(season: next.season, episode: next.episode, id: next.id, title: next.title))
            }
            #expect(seen.count < 100)
        }
    }

    /// Shows rule 7.5.
    @Test("An episode without a date counts as aired if a later one has aired")
    func withoutDay() throws {
        var show = Made(episodes: [.init(id: 1, season: 1, number: 1), .init(id: 2, season: 1, number: 2, day: nil)])
        let last = SeenEpisode(season: 1, episode: 1, id: 1, title: nil)
        guard case .found(nil, _) = try show.order(isRenumbered: false).next(after: [last], seen: [], at: Self.now) else {
            return #expect(Bool(false), "nothing says that it has aired")
        }
        show.episodes.append(.init(id: 3, season: 2, number: 1))
        guard case .found(let next?, _) = try show.order(isRenumbered: false).next(after: [last], seen: [], at: Self.now) else {
            return #expect(Bool(false), "the next season has aired")
        }
        #expect(next.id == 2)
    }

    /// Shows rule 7.5.
    @Test("The time to walk episodes without dates is proportional to their number")
    func proportion() throws {
        func cost(_ count: Int) throws -> Duration {
            let show = Made(episodes: (1...count).map { .init(id: $0, season: 1, number: $0, day: nil) })
            let order = try show.order(isRenumbered: false)
            let last = SeenEpisode(season: 1, episode: 1, id: 1, title: nil)
            // The minimum of several runs, which other load on the machine affects least.
            return try (0..<5).map { _ in
                let start = ThreadTime.now
                guard case .found(nil, _) = order.next(after: [last], seen: [], at: Self.now) else { throw Unexpected() }
                return ThreadTime.now - start
            }.min() ?? .zero
        }
        // There are eight times as many episodes. Comparing each one with all later ones would take 64 times as long.
        let (few, many) = (try cost(500), try cost(4000))
        #expect(many < few * 24, "\(few) for 500, \(many) for 4000")
    }

    private struct Unexpected: Error {}
}

/// Returns the processor time of the calling thread.
private enum ThreadTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// A generated series of episodes.
private struct Made {
    struct Episode {
        let id: Int
        var season: Int
        var number: Int
        var day: String? = "2020-01-01"

        var place: EpisodeNumber { EpisodeNumber(season: season, episode: number) }
        var hasAired: Bool { day.map { $0 < "2026-03-03" } ?? false }
    }

    var episodes: [Episode]

    init(episodes: [Episode]) {
        self.episodes = episodes
    }

    /// Creates some seasons with some episodes. The last episodes may not have aired.
    init(_ random: inout SplitMix64) {
        episodes = []
        for season in 0...Int.random(in: 1...4, using: &random) {
            for number in 1...Int.random(in: 1...5, using: &random) {
                episodes.append(Episode(id: episodes.count + 1, season: season, number: number))
            }
        }
        for index in episodes.indices.suffix(Int.random(in: 0...2, using: &random)) { episodes[index].day = "2027-01-01" }
    }

    /// Returns a random episode that has aired and isn't a special. A user begins there.
    var any: SeenEpisode? {
        episodes.first { $0.season > 0 && $0.hasAired }.map { SeenEpisode(season: $0.season, episode: $0.number, id: $0.id, title: nil) }
    }

    /// Removes an episode, swaps two, or moves a season.
    /// - Returns: whether that renumbers an episode.
    mutating func change(_ random: inout SplitMix64) -> Bool {
        guard episodes.count > 2, let one = episodes.indices.randomElement(using: &random),
            let other = episodes.indices.randomElement(using: &random)
        else { return false }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: episodes.remove(at: one)
        case 1:
            let place = (episodes[one].season, episodes[one].number)
            (episodes[one].season, episodes[one].number) = (episodes[other].season, episodes[other].number)
            (episodes[other].season, episodes[other].number) = place
        default:
            let season = episodes[one].season
            guard season > 0 else { return false }
            for index in episodes.indices where episodes[index].season == season { episodes[index].season = season + 10 }
        }
        return true
    }

    /// Returns the whole series, as the provider does.
    func order(isRenumbered: Bool) throws -> EpisodeOrder {
        let numbers = Set(episodes.map(\.season)).sorted()
        let cards: [JSONValue] = numbers.map { number in
            let day = episodes.filter { $0.season == number }.compactMap(\.day).min()
            return ["season_number": .integer(number), "air_date": day.map { .string($0) } ?? .null]
        }
        var order = EpisodeOrder(try read(["id": 1, "name": "Made", "seasons": .list(cards)]), isRenumbered: isRenumbered)
        for number in numbers {
            let listed: [JSONValue] = episodes.filter { $0.season == number }.map {
                ["id": .integer($0.id), "episode_number": .integer($0.number), "air_date": $0.day.map { .string($0) } ?? .null]
            }
            order.add(try read(["season_number": .integer(number), "episodes": .list(listed)]), number)
        }
        return order
    }

    private func read<Answer: ProviderAnswer>(_ value: JSONValue) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(value.description.utf8))
    }
}
