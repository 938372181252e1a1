import DavenportAPI

extension DavenportClient {
    /// Search shows and movies by title.
    public var searchMedia: Call<MediaSearch, SearchResults> { Call(self, Endpoints.searchMedia) }
    /// Retrieve a show with its seasons.
    public var lookUpShow: Call<ShowReference, Show> { Call(self, Endpoints.lookUpShow) }
    /// Retrieve a season with its episodes.
    public var lookUpSeason: Call<SeasonReference, Season> { Call(self, Endpoints.lookUpSeason) }
    /// Retrieve an episode with its cast.
    public var lookUpEpisode: Call<EpisodeReference, EpisodeDetails> { Call(self, Endpoints.lookUpEpisode) }
    /// Retrieve a movie.
    public var lookUpMovie: Call<MovieReference, Movie> { Call(self, Endpoints.lookUpMovie) }
}

extension Call where In == MediaSearch {
    /// Looks for shows and movies.
    public func callAsFunction(query: String, type: SearchedKind = .multi, page: Int = 1) async throws -> Out {
        try await self(In(query: query, type: type, page: page))
    }
}

extension Call where In == ShowReference {
    /// Looks a show up by the provider's number.
    public func callAsFunction(showID: Int) async throws -> Out { try await self(In(showID: showID)) }
}

extension Call where In == SeasonReference {
    /// Looks a season up; 0 are specials.
    public func callAsFunction(showID: Int, season: Int) async throws -> Out { try await self(In(showID: showID, season: season)) }
}

extension Call where In == EpisodeReference {
    /// Looks an episode up.
    public func callAsFunction(showID: Int, season: Int, episode: Int) async throws -> Out {
        try await self(In(showID: showID, season: season, episode: episode))
    }
}

extension Call where In == MovieReference {
    /// Looks a movie up by the provider's number.
    public func callAsFunction(movieID: Int) async throws -> Out { try await self(In(movieID: movieID)) }
}
