import DavenportAPI
import Domain
import Foundation

/// A request that can be sent to the provider. Its numbers are within the API's limits.
enum ProviderRequest: Sendable, Hashable {
    case search(SearchedKind, SearchedText, page: Int)
    case show(Int)
    case season(show: Int, season: Int)
    case episode(show: Int, season: Int, episode: Int)
    case movie(Int)
    /// The show that has an id at TheTVDB.
    case find(tvdb: Int)
    /// The configuration, which says where pictures are.
    case configuration
    /// The subtitles in a language, by the provider's code. Only the provider of subtitles has them.
    case subtitles(SubtitledSubject, language: String)
}

/// The text of a search. Two texts are equal if they differ only in case, Unicode composition and white space. The key
/// in the database follows the same rule.
struct SearchedText: Sendable, Hashable {
    /// The text as the user typed it.
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
    /// The key under which the answer is stored, without the language. The text of a search is hashed, so that it is
    /// never stored.
    var key: String {
        switch self {
        case .search(let kind, let query, let page): "search/\(kind.rawValue)/\(page)/\(query.folded.sha256)"
        case .show(let show): "tv/\(show)"
        case .season(let show, let season): "tv/\(show)/season/\(season)"
        case .episode(let show, let season, let episode): "tv/\(show)/season/\(season)/episode/\(episode)"
        case .movie(let movie): "movie/\(movie)"
        case .find(let tvdb): "find/tvdb/\(tvdb)"
        case .configuration: "configuration"
        case .subtitles(.episode(let show, let season, let episode), let language):
            "subtitles/tv/\(show)/season/\(season)/episode/\(episode)/\(language)"
        case .subtitles(.movie(let movie), let language): "subtitles/movie/\(movie)/\(language)"
        }
    }

    /// Returns the age up to which an answer is fresh, in seconds.
    /// - Parameter isKnown: whether the provider had what was requested.
    func freshness(isKnown: Bool) -> TimeInterval {
        // A download counts against a quota, so subtitles are kept for as long as anything may be.
        if case .subtitles = self { return isKnown ? CatalogueRules.kept : CatalogueRules.fresh }
        guard isKnown, case .search = self else { return isKnown ? CatalogueRules.fresh : CatalogueRules.shortlyFresh }
        return CatalogueRules.shortlyFresh
    }

    /// The names of the JSON members that the server reads from an answer.
    var members: Set<String> {
        let episode: Set = ["id", "name", "runtime", "overview", "episode_number", "air_date", "vote_average", "season_number"]
        return switch self {
        case .search:
            [
                "page", "total_pages", "results", "media_type", "id", "title", "original_title", "name", "original_name", "overview",
                "first_air_date", "release_date", "poster_path",
            ]
        case .show:
            [
                "id", "name", "original_name", "first_air_date", "overview", "poster_path", "backdrop_path", "seasons", "season_number",
                "episode_count", "air_date",
            ]
        case .season: episode.union(["episodes"])
        case .episode: episode.union(["credits", "cast", "guest_stars", "character", "original_name"])
        case .movie: ["id", "title", "original_title", "release_date", "overview", "runtime", "poster_path", "backdrop_path"]
        case .find: ["tv_results", "id"]
        case .configuration: ["images", "secure_base_url", "poster_sizes", "backdrop_sizes"]
        case .subtitles: ["cues", "start", "end", "text"]
        }
    }

    var isSearch: Bool { if case .search = self { true } else { false } }

    /// Whether an answer takes a download, of which the provider allows few.
    var isDownload: Bool { if case .subtitles = self { true } else { false } }

    /// The id of the show whose seasons or episode numbers the answer contains; nil if it contains none.
    var numbersOf: Int? {
        switch self {
        case .show(let show), .season(let show, _): show
        case .search, .episode, .movie, .find, .configuration, .subtitles: nil
        }
    }
}
