import DavenportAPI

extension Call where In == MediaSearch {
    /// Searches the titles of shows and movies.
    public func callAsFunction(query: String, type: SearchedKind = .multi, page: Int = 1) async throws -> Out {
        try await self(In(query: query, type: type, page: page))
    }
}

extension Call where In == ShowReference {
    /// Looks up a show by the provider's id.
    public func callAsFunction(showID: Int) async throws -> Out { try await self(In(showID: showID)) }
}

extension Call where In == SeasonReference {
    /// Looks up a season; season 0 contains the specials.
    public func callAsFunction(showID: Int, season: Int) async throws -> Out { try await self(In(showID: showID, season: season)) }
}

extension Call where In == EpisodeReference {
    /// Looks up an episode by the provider's id of its show.
    public func callAsFunction(showID: Int, season: Int, episode: Int) async throws -> Out {
        try await self(In(showID: showID, season: season, episode: episode))
    }
}

extension Call where In == MovieReference {
    /// Looks up a movie by the provider's id.
    public func callAsFunction(movieID: Int) async throws -> Out { try await self(In(movieID: movieID)) }
}
