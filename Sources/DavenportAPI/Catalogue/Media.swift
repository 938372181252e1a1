/// A show with its seasons.
public struct Show: Codable, Sendable, Equatable {
    public let id: Int
    public let title: String
    /// The year of the first release; nil if the provider doesn't know it.
    public let year: Int?
    public let overview: String?
    public let posterURL: String?
    /// The poster in up to three widths, the narrowest first; nil if there is none.
    public let poster: [MediaPicture]?
    /// A wide picture of the show in up to three widths, the narrowest first; nil if there is none.
    public let still: [MediaPicture]?
    /// The seasons in the order of their numbers. Season 0 contains the specials.
    public let seasons: [ShowSeason]
    public let attribution: String
    /// True if the server's copy of this data is outdated and couldn't be refreshed yet; nil otherwise.
    public let stale: Bool?

    public init(
        id: Int, title: String, year: Int?, overview: String?, posterURL: String?, poster: [MediaPicture]? = nil,
        still: [MediaPicture]? = nil, seasons: [ShowSeason], attribution: String, stale: Bool?
    ) {
        self.id = id
        self.title = title
        self.year = year
        self.overview = overview
        self.posterURL = posterURL
        self.poster = poster
        self.still = still
        self.seasons = seasons
        self.attribution = attribution
        self.stale = stale
    }
}

/// A season as the list of a show's seasons has it.
public struct ShowSeason: Codable, Sendable, Equatable {
    /// The season's number. Season 0 contains the specials.
    public let season: Int
    public let title: String?
    public let episodeCount: Int
    /// The date on which the season's first episode was first broadcast; nil if the provider doesn't know it.
    public let airDate: CalendarDate?

    public init(season: Int, title: String?, episodeCount: Int, airDate: CalendarDate?) {
        self.season = season
        self.title = title
        self.episodeCount = episodeCount
        self.airDate = airDate
    }
}

/// A season with its episodes.
public struct Season: Codable, Sendable, Equatable {
    public let showID: Int
    public let season: Int
    public let title: String?
    /// The episodes in the order of their numbers. The numbers may have gaps.
    public let episodes: [Episode]
    public let attribution: String
    /// True if the server's copy of this data is outdated and couldn't be refreshed yet; nil otherwise.
    public let stale: Bool?

    public init(showID: Int, season: Int, title: String?, episodes: [Episode], attribution: String, stale: Bool?) {
        self.showID = showID
        self.season = season
        self.title = title
        self.episodes = episodes
        self.attribution = attribution
        self.stale = stale
    }
}

/// An episode as the list of a season's episodes has it.
public struct Episode: Codable, Sendable, Equatable {
    public let season: Int
    public let episode: Int
    public let title: String?
    public let airDate: CalendarDate?
    /// The running time in minutes; nil if the provider doesn't know it.
    public let runtime: Int?
    public let overview: String?
    /// The average rating by the provider's users, 0 to 10; nil without ratings.
    public let rating: Double?

    public init(
        season: Int, episode: Int, title: String?, airDate: CalendarDate?, runtime: Int?, overview: String?, rating: Double?
    ) {
        self.season = season
        self.episode = episode
        self.title = title
        self.airDate = airDate
        self.runtime = runtime
        self.overview = overview
        self.rating = rating
    }
}

/// A person who plays in an episode.
public struct CastMember: Codable, Sendable, Equatable {
    /// The provider's id of the person; nil if it isn't known.
    public let id: Int?
    public let name: String
    /// The name of the character that the person plays; empty if unknown.
    public let character: String

    public init(id: Int? = nil, name: String, character: String) {
        self.id = id
        self.name = name
        self.character = character
    }
}

/// An episode with its cast. In JSON, `cast` is beside the episode's own fields, in one object.
public struct EpisodeDetails: Codable, Sendable, Equatable {
    public let showID: Int
    public let episode: Episode
    /// The show's regular cast and the episode's guests.
    public let cast: [CastMember]
    public let attribution: String
    /// True if the server's copy of this data is outdated and couldn't be refreshed yet; nil otherwise.
    public let stale: Bool?

    public init(showID: Int, episode: Episode, cast: [CastMember], attribution: String, stale: Bool?) {
        self.showID = showID
        self.episode = episode
        self.cast = cast
        self.attribution = attribution
        self.stale = stale
    }

    private enum CodingKeys: String, CodingKey {
        case showID, cast, attribution, stale
    }

    public func encode(to encoder: any Encoder) throws {
        try episode.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(showID, forKey: .showID)
        try container.encode(cast, forKey: .cast)
        try container.encode(attribution, forKey: .attribution)
        try container.encodeIfPresent(stale, forKey: .stale)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            showID: try container.decode(Int.self, forKey: .showID), episode: try Episode(from: decoder),
            cast: try container.decode([CastMember].self, forKey: .cast),
            attribution: try container.decode(String.self, forKey: .attribution),
            stale: try container.decodeIfPresent(Bool.self, forKey: .stale))
    }
}

/// A movie of the catalogue.
public struct Movie: Codable, Sendable, Equatable {
    public let id: Int
    public let title: String
    /// The year of the first release; nil if the provider doesn't know it.
    public let year: Int?
    public let overview: String?
    /// The running time in minutes; nil if the provider doesn't know it.
    public let runtime: Int?
    public let posterURL: String?
    /// The poster in up to three widths, the narrowest first; nil if there is none.
    public let poster: [MediaPicture]?
    /// A wide picture of the movie in up to three widths, the narrowest first; nil if there is none.
    public let still: [MediaPicture]?
    public let attribution: String
    /// True if the server's copy of this data is outdated and couldn't be refreshed yet; nil otherwise.
    public let stale: Bool?

    public init(
        id: Int, title: String, year: Int?, overview: String?, runtime: Int?, posterURL: String?, poster: [MediaPicture]? = nil,
        still: [MediaPicture]? = nil, attribution: String, stale: Bool?
    ) {
        self.id = id
        self.title = title
        self.year = year
        self.overview = overview
        self.runtime = runtime
        self.posterURL = posterURL
        self.poster = poster
        self.still = still
        self.attribution = attribution
        self.stale = stale
    }
}
