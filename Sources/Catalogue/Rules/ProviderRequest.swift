import DavenportAPI
import Domain
import Foundation

/// One thing that the provider can be asked for. Numbers are within the limits of the API.
enum ProviderRequest: Sendable, Hashable {
    case search(SearchedKind, SearchedText, page: Int)
    case show(Int)
    case season(show: Int, season: Int)
    case episode(show: Int, season: Int, episode: Int)
    case movie(Int)
    /// Where pictures are.
    case configuration
}

/// What is looked for. Two texts are the same that differ only in case, in how their characters are composed and in white space, here as in
/// what is kept.
struct SearchedText: Sendable, Hashable {
    /// As it was typed first.
    let typed: String
    let folded: String

    init(_ typed: String) {
        self.typed = typed
        folded = typed.folded.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    static func == (left: Self, right: Self) -> Bool { left.folded == right.folded }

    func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension ProviderRequest {
    /// What it is kept under, besides the language. What people look for isn't written down.
    var key: String {
        switch self {
        case .search(let kind, let query, let page): "search/\(kind.rawValue)/\(page)/\(query.folded.sha256)"
        case .show(let show): "tv/\(show)"
        case .season(let show, let season): "tv/\(show)/season/\(season)"
        case .episode(let show, let season, let episode): "tv/\(show)/season/\(season)/episode/\(episode)"
        case .movie(let movie): "movie/\(movie)"
        case .configuration: "configuration"
        }
    }

    /// For how long, in seconds, an answer is good without asking again.
    /// - Parameter isKnown: whether the provider knew the thing.
    func freshness(isKnown: Bool) -> TimeInterval {
        guard isKnown, case .search = self else { return isKnown ? CatalogueRules.fresh : CatalogueRules.shortlyFresh }
        return CatalogueRules.shortlyFresh
    }

    /// The names of the members of an answer that are read.
    var members: Set<String> {
        let episode: Set = ["id", "name", "runtime", "overview", "episode_number", "air_date", "vote_average", "season_number"]
        return switch self {
        case .search:
            [
                "page", "total_pages", "results", "media_type", "id", "title", "name", "overview", "first_air_date", "release_date",
                "poster_path",
            ]
        case .show:
            ["id", "name", "first_air_date", "overview", "poster_path", "seasons", "season_number", "episode_count", "air_date"]
        case .season: episode.union(["episodes"])
        case .episode: episode.union(["credits", "cast", "guest_stars", "character"])
        case .movie: ["id", "title", "release_date", "overview", "runtime", "poster_path"]
        case .configuration: ["images", "secure_base_url", "poster_sizes"]
        }
    }

    var isSearch: Bool { if case .search = self { true } else { false } }

    /// The show whose numbers an answer to this tells; nil where it tells none.
    var numbersOf: Int? {
        switch self {
        case .show(let show), .season(let show, _): show
        case .search, .episode, .movie, .configuration: nil
        }
    }
}
