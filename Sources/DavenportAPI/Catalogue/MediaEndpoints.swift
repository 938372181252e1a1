/// A reference to a show of the catalogue.
public struct ShowReference: Input {
    /// The provider's id of the show: 1 to 2,147,483,647.
    public let showID: Int

    public init(showID: Int) {
        self.showID = showID
    }

    public init(_ fields: inout Fields) {
        showID = fields.required("showID", .catalogueID)
    }
}

/// A reference to a season of a show.
public struct SeasonReference: Input {
    public let showID: Int
    /// The season's number: 0 to 9,999. Season 0 contains the specials.
    public let season: Int

    public init(showID: Int, season: Int) {
        self.showID = showID
        self.season = season
    }

    public init(_ fields: inout Fields) {
        showID = fields.required("showID", .catalogueID)
        season = fields.required("season", .season)
    }
}

/// A reference to an episode of a show.
public struct EpisodeReference: Input {
    public let showID: Int
    /// The season's number: 0 to 9,999. Season 0 contains the specials.
    public let season: Int
    /// The episode's number: 0 to 99,999.
    public let episode: Int

    public init(showID: Int, season: Int, episode: Int) {
        self.showID = showID
        self.season = season
        self.episode = episode
    }

    public init(_ fields: inout Fields) {
        showID = fields.required("showID", .catalogueID)
        season = fields.required("season", .season)
        episode = fields.required("episode", .integer(NewSubject.episodes))
    }
}

/// A reference to a movie of the catalogue.
public struct MovieReference: Input {
    /// The provider's id of the movie: 1 to 2,147,483,647.
    public let movieID: Int

    public init(movieID: Int) {
        self.movieID = movieID
    }

    public init(_ fields: inout Fields) {
        movieID = fields.required("movieID", .catalogueID)
    }
}

extension Endpoints {
    static let media: [any EndpointDeclaration] = [searchMedia, lookUpShow, lookUpSeason, lookUpEpisode, lookUpMovie]

    public static let searchMedia = Endpoint<MediaSearch, SearchResults>(
        "searchMedia", .get, "/media/search", .user, errors: [.tooManyRequests, .catalogueUnavailable],
        summary: "Search shows and movies by title.")
    public static let lookUpShow = Endpoint<ShowReference, Show>(
        "lookUpShow", .get, "/media/tv/{showID}", .user, errors: [.tooManyRequests, .catalogueUnavailable],
        summary: "Retrieve a show with its seasons.")
    public static let lookUpSeason = Endpoint<SeasonReference, Season>(
        "lookUpSeason", .get, "/media/tv/{showID}/seasons/{season}", .user, errors: [.tooManyRequests, .catalogueUnavailable],
        summary: "Retrieve a season with its episodes.")
    public static let lookUpEpisode = Endpoint<EpisodeReference, EpisodeDetails>(
        "lookUpEpisode", .get, "/media/tv/{showID}/seasons/{season}/episodes/{episode}", .user,
        errors: [.tooManyRequests, .catalogueUnavailable],
        summary: "Retrieve an episode with its cast.")
    public static let lookUpMovie = Endpoint<MovieReference, Movie>(
        "lookUpMovie", .get, "/media/movies/{movieID}", .user, errors: [.tooManyRequests, .catalogueUnavailable],
        summary: "Retrieve a movie.")
}
