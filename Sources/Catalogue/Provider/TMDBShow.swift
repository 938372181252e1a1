import DavenportAPI

/// A show with the list of its seasons, in the form in which TMDB sends it.
struct TMDBShow: ProviderAnswer {
    let id: Int
    let name: String
    let firstAirDate: CalendarDate?
    let overview: String?
    let posterPath: String?
    /// The path of a wide picture that belongs to no episode.
    let stillPath: String?
    let seasons: [TMDBSeasonCard]
    /// Whether a season was left out, because it has no number. Another answer may list it again.
    let isPartial: Bool?

    enum CodingKeys: String, CodingKey {
        case id, name, overview, seasons, isPartial
        case firstAirDate = "first_air_date"
        case posterPath = "poster_path"
        case stillPath = "backdrop_path"
    }

    private enum OriginalKeys: String, CodingKey {
        case name
        case originalName = "original_name"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.number(.id, ProviderLimits.ids)
        name = try decoder.container(keyedBy: OriginalKeys.self).name(.name, orOriginal: .originalName)
        firstAirDate = try fields.day(.firstAirDate)
        overview = try fields.text(.overview, upTo: ProviderLimits.overview)
        posterPath = try fields.picture(.posterPath)
        stillPath = try fields.picture(.stillPath)
        let cards: [TMDBSeasonCard] = try fields.requiredList(.seasons, upTo: ProviderLimits.seasonsListed)
        isPartial = try fields.isPartial(.seasons, beyond: cards.count, marked: .isPartial)
        seasons = Dictionary(cards.map { ($0.season, $0) }) { first, _ in first }.values.sorted { $0.season < $1.season }
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool { providerRequest == .show(id) }
}

/// A season as its show lists it, without episodes.
struct TMDBSeasonCard: Codable, Sendable {
    let season: Int
    let name: String?
    let episodeCount: Int
    let airDate: CalendarDate?

    enum CodingKeys: String, CodingKey {
        case name
        case season = "season_number"
        case episodeCount = "episode_count"
        case airDate = "air_date"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        season = try fields.number(.season, ProviderLimits.seasons)
        name = try fields.text(.name, upTo: ProviderLimits.title)
        episodeCount = try fields.numberIfKnown(.episodeCount, upTo: ProviderLimits.episodes.upperBound) ?? 0
        airDate = try fields.day(.airDate)
    }
}

/// A season with its episodes, in the form in which TMDB sends it.
struct TMDBSeason: ProviderAnswer {
    let season: Int
    let name: String?
    let episodes: [TMDBEpisode]
    /// Whether an episode was left out, because it has no number or no id. Another answer may list it again.
    let isPartial: Bool?

    enum CodingKeys: String, CodingKey {
        case name, episodes, isPartial
        case season = "season_number"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        season = try fields.number(.season, ProviderLimits.seasons)
        name = try fields.text(.name, upTo: ProviderLimits.title)
        let listed: [TMDBEpisode] = try fields.requiredList(.episodes, upTo: ProviderLimits.listed)
        isPartial = try fields.isPartial(.episodes, beyond: listed.count, marked: .isPartial)
        episodes = Dictionary(listed.map { ($0.episode, $0) }) { first, _ in first }.values.sorted { $0.episode < $1.episode }
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool {
        if case .season(_, season) = providerRequest { true } else { false }
    }

    /// The ids that several episodes have, by a mistake of TMDB's editors. None of them identifies an episode.
    var sharedIDs: Set<Int> {
        var (once, several): (Set<Int>, Set<Int>) = ([], [])
        for episode in episodes where !once.insert(episode.id).inserted { several.insert(episode.id) }
        return several
    }
}

/// An episode as its season lists it, in the form in which TMDB sends it.
struct TMDBEpisode: Codable, Sendable {
    /// TMDB's id of the episode. It stays the same when TMDB renumbers the episode.
    let id: Int
    let episode: Int
    let name: String?
    let airDate: CalendarDate?
    let runtime: Int?
    let overview: String?
    let rating: Double?

    enum CodingKeys: String, CodingKey {
        case id, name, runtime, overview
        case episode = "episode_number"
        case airDate = "air_date"
        case rating = "vote_average"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.number(.id, ProviderLimits.ids)
        episode = try fields.number(.episode, ProviderLimits.episodes)
        name = try fields.text(.name, upTo: ProviderLimits.title)
        airDate = try fields.day(.airDate)
        runtime = try fields.numberIfKnown(.runtime, upTo: ProviderLimits.runtime)
        overview = try fields.text(.overview, upTo: ProviderLimits.overview)
        let rating = (try? fields.decodeIfPresent(Double.self, forKey: .rating)) ?? 0
        self.rating = rating > 0 && rating <= 10 ? rating : nil
    }
}
