import DavenportAPI

// Converts the provider's answers to the API's types.

extension Show {
    init(_ show: TMDBShow, _ host: TMDBConfiguration?, isStale: Bool) {
        let pictures = host?.pictures(poster: show.posterPath, still: show.stillPath)
        self.init(
            id: show.id, title: show.name, year: show.firstAirDate?.year, overview: show.overview,
            posterURL: host?.poster(show.posterPath), poster: pictures?.poster, still: pictures?.still,
            seasons: show.seasons.map(ShowSeason.init), attribution: Attribution.text, stale: isStale ? true : nil)
    }
}

extension ShowSeason {
    init(_ card: TMDBSeasonCard) {
        self.init(season: card.season, title: card.name, episodeCount: card.episodeCount, airDate: card.airDate)
    }
}

extension Season {
    init(_ season: TMDBSeason, ofShow showID: Int, isStale: Bool) {
        self.init(
            showID: showID, season: season.season, title: season.name,
            episodes: season.episodes.map { Episode($0, ofSeason: season.season) }, attribution: Attribution.text,
            stale: isStale ? true : nil)
    }
}

extension Episode {
    init(_ episode: TMDBEpisode, ofSeason season: Int) {
        self.init(
            season: season, episode: episode.episode, title: episode.name, airDate: episode.airDate, runtime: episode.runtime,
            overview: episode.overview, rating: episode.rating)
    }
}

extension EpisodeDetails {
    init(_ details: TMDBEpisodeDetails, ofShow showID: Int, isStale: Bool) {
        self.init(
            showID: showID, episode: Episode(details.episode, ofSeason: details.season),
            cast: details.credits.all,
            attribution: Attribution.text, stale: isStale ? true : nil)
    }
}

extension TMDBCredits {
    /// The season's regular cast, then the guests.
    var all: [CastMember] { (cast + guests).map { CastMember(id: $0.id, name: $0.name, character: $0.character ?? "") } }
}

extension Movie {
    init(_ movie: TMDBMovie, _ host: TMDBConfiguration?, isStale: Bool) {
        let pictures = host?.pictures(poster: movie.posterPath, still: movie.stillPath)
        self.init(
            id: movie.id, title: movie.title, year: movie.releaseDate?.year, overview: movie.overview, runtime: movie.runtime,
            posterURL: host?.poster(movie.posterPath), poster: pictures?.poster, still: pictures?.still, attribution: Attribution.text,
            stale: isStale ? true : nil)
    }
}

extension SearchResults {
    init(_ search: TMDBSearch, _ host: TMDBConfiguration?, isStale: Bool) {
        self.init(
            page: search.page, totalPages: search.totalPages, results: search.results.map { SearchResult($0, host) },
            attribution: Attribution.text, stale: isStale ? true : nil)
    }
}

extension SearchResult {
    init(_ found: TMDBIDResults, _ host: TMDBConfiguration?) {
        self.init(
            kind: found.kind, id: found.id, title: found.title, year: found.date?.year, overview: found.overview,
            posterURL: host?.poster(found.posterPath), poster: host?.pictures(poster: found.posterPath, still: nil).poster)
    }
}
