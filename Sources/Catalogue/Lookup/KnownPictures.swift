import Synchronization

/// Caches where the provider's pictures are, and which pictures shows and movies have. The cache saves reading the stored
/// answers from the database for each list of rooms.
final class KnownPictures: Sendable {
    /// The paths of a show's or a movie's pictures on the provider's host.
    struct Paths: Sendable {
        var poster: String?
        var still: String?
        /// Whether the show or the movie was in a stored answer. Otherwise it is looked for again a few seconds later.
        let isKnown: Bool
    }

    private struct State {
        var host: (configuration: TMDBConfiguration, until: ContinuousClock.Instant)?
        var paths: [ProviderRequest: (paths: Paths, until: ContinuousClock.Instant)] = [:]
    }

    private let state = Mutex(State())

    /// Where the pictures are, and whether that may be used without reading it again; nil if it isn't known.
    var host: (configuration: TMDBConfiguration, isRecent: Bool)? {
        state.withLock { state in state.host.map { (configuration: $0.configuration, isRecent: $0.until > ContinuousClock.now) } }
    }

    func remember(_ host: TMDBConfiguration) {
        state.withLock { $0.host = (host, ContinuousClock.now + CatalogueRules.upcomingRead) }
    }

    /// Returns the cached paths by request. A request whose paths must be read is left out.
    func paths(_ requests: [ProviderRequest]) -> [ProviderRequest: Paths] {
        state.withLock { state in
            let now = ContinuousClock.now
            return requests.reduce(into: [:]) { found, request in
                if let known = state.paths[request], known.until > now { found[request] = known.paths }
            }
        }
    }

    func remember(_ paths: [ProviderRequest: Paths]) {
        state.withLock { state in
            if state.paths.count + paths.count > CatalogueRules.upcomingLimit { state.paths = [:] }
            let now = ContinuousClock.now
            for (request, paths) in paths {
                state.paths[request] = (paths, now + (paths.isKnown ? CatalogueRules.upcomingRead : .seconds(CatalogueRules.rest)))
            }
        }
    }
}
