import DavenportAPI
import Domain

extension UseCases {
    /// Looks up a movie.
    public func lookUpMovie(_ caller: Caller, _ input: MovieReference) async throws -> Movie {
        let catalogue = try catalogue()
        async let pictures = catalogue.pictureHost()
        let found = try await catalogue.look(up: .movie(input.movieID), as: TMDBMovie.self, for: caller)
        return Movie(try found.required(), await pictures, isStale: found.isStale)
    }
}
