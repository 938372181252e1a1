import DavenportAPI
import Domain

/// Looks up a movie.
public struct LookUpMovie: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ caller: Caller, _ input: MovieReference) async throws -> Movie {
        let catalogue = try dependencies.catalogue()
        async let pictures = catalogue.pictureHost()
        let found = try await catalogue.look(up: .movie(input.movieID), as: TMDBMovie.self, for: caller)
        return Movie(try found.required(), await pictures, isStale: found.isStale)
    }
}
