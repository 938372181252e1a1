import DavenportAPI
import Domain
import Foundation

extension MediaCatalogue {
    /// The origin of the provider's pictures, as `https://image.tmdb.org`; nil if it isn't known in time, or the operator
    /// has turned pictures off.
    public var pictureOrigin: String? {
        get async { await pictureHost()?.origin }
    }

    /// Returns the base address and the sizes of the provider's pictures; nil if they aren't known in time, or the operator
    /// has turned pictures off.
    func pictureHost() async -> TMDBConfiguration? {
        guard provider.hasPictures else { return nil }
        if let known = pictures.host, known.isRecent { return known.configuration }
        let providerRequest = ProviderRequest.configuration
        let entry = try? await kept.entries([providerRequest], for: nil)[providerRequest]
        let found = try? await answer(providerRequest, as: TMDBConfiguration.self, entry, WaitLimit(time: deadlines.pictures), for: nil)
        guard let configuration = found?.answer else { return pictures.host?.configuration }
        pictures.remember(configuration)
        return configuration
    }

    /// Returns the pictures of shows and movies, from the cache and the stored answers. The result lacks shows and movies
    /// without a stored answer (rule 8.15).
    ///
    /// The caller never waits for the provider. Answers that are missing or stale are fetched in the background, for a
    /// later call.
    public func pictures(
        ofShows shows: Set<Int>, movies: Set<Int>
    ) async -> (shows: [Int: MediaPictures], movies: [Int: MediaPictures]) {
        guard provider.hasPictures, !(shows.isEmpty && movies.isEmpty), let host = await storedPictureHost() else { return ([:], [:]) }
        let paths = await picturePaths(shows.map(ProviderRequest.show) + movies.map(ProviderRequest.movie))
        func found(_ request: ProviderRequest) -> MediaPictures? {
            guard let paths = paths[request], paths.isKnown else { return nil }
            return host.pictures(poster: paths.poster, still: paths.still)
        }
        return (
            shows.reduce(into: [Int: MediaPictures]()) { $0[$1] = found(.show($1)) },
            movies.reduce(into: [Int: MediaPictures]()) { $0[$1] = found(.movie($1)) }
        )
    }

    /// Returns the base address and the sizes of pictures without waiting for the provider.
    private func storedPictureHost() async -> TMDBConfiguration? {
        if let known = pictures.host, known.isRecent { return known.configuration }
        let request = ProviderRequest.configuration
        guard let entries = try? await kept.entries([request], for: nil),
            let configuration = stored(request, entries[request], as: TMDBConfiguration.self)
        else { return pictures.host?.configuration }
        pictures.remember(configuration)
        return configuration
    }

    private func picturePaths(_ requests: [ProviderRequest]) async -> [ProviderRequest: KnownPictures.Paths] {
        var paths = pictures.paths(requests)
        let unread = requests.filter { paths[$0] == nil }
        guard !unread.isEmpty, let entries = try? await kept.entries(unread, for: nil) else { return paths }
        let read = unread.reduce(into: [ProviderRequest: KnownPictures.Paths]()) { $0[$1] = storedPaths($1, entries[$1]) }
        pictures.remember(read)
        paths.merge(read) { $1 }
        return paths
    }

    private func storedPaths(_ request: ProviderRequest, _ entry: StoredAnswer?) -> KnownPictures.Paths {
        if case .movie = request {
            let movie = stored(request, entry, as: TMDBMovie.self)
            return .init(poster: movie?.posterPath, still: movie?.stillPath, isKnown: movie != nil)
        }
        let show = stored(request, entry, as: TMDBShow.self)
        return .init(poster: show?.posterPath, still: show?.stillPath, isKnown: show != nil)
    }

    /// Decodes a stored answer, and fetches it in the background if it is missing or stale.
    /// - Returns: nil if there is none, or the provider has no such thing.
    private func stored<Answer: ProviderAnswer>(_ request: ProviderRequest, _ entry: StoredAnswer?, as type: Answer.Type) -> Answer? {
        let found = entry.flatMap { CachedAnswer<Answer>($0, request, at: now) }
        if found?.isStale != false { fetch(request, since: entry?.fetchedAt, for: .nobody) }
        return found?.answer
    }
}
