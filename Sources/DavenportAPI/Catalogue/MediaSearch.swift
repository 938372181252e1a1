/// The kind of a work in the catalogue.
public struct MediaKind: OpenEnumeration {
    public static let tv = Self(keeping: "tv")
    public static let movie = Self(keeping: "movie")

    public static let allCases = [tv, movie]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The kinds of works that a search covers.
public enum SearchedKind: String, Codable, Sendable, CaseIterable {
    /// Shows and movies.
    case multi
    case tv
    case movie
}

/// A search in the catalogue.
public struct MediaSearch: Input {
    /// A part of the title: 1 to 200 characters.
    public let query: String
    /// The kinds of works to search; shows and movies by default.
    public let type: SearchedKind
    /// The number of the page of results to return: 1 to 500.
    public let page: Int

    /// The highest page number that a request may have.
    package static let lastPage = 500

    /// Creates the input without checking it; the server enforces the limits.
    public init(query: String, type: SearchedKind = .multi, page: Int = 1) {
        self.query = query
        self.type = type
        self.page = page
    }

    public init(_ fields: inout Fields) {
        query = fields.required("query", .text(1...200))
        type = fields.optional("type", .oneOf(SearchedKind.self, placeholder: .multi), default: .multi)
        page = fields.optional("page", .integer(1...Self.lastPage), default: 1)
    }
}

/// A work that a search found.
public struct SearchResult: Codable, Sendable, Equatable {
    public let kind: MediaKind
    /// The provider's id of the work. A request that creates a room about the work contains this id.
    public let id: Int
    public let title: String
    /// The year of the first release; nil if the provider doesn't know it.
    public let year: Int?
    public let overview: String?
    public let posterURL: String?
    /// The poster in up to three widths, the narrowest first; nil if there is none.
    public let poster: [MediaPicture]?

    public init(
        kind: MediaKind, id: Int, title: String, year: Int?, overview: String?, posterURL: String?, poster: [MediaPicture]? = nil
    ) {
        self.kind = kind
        self.id = id
        self.title = title
        self.year = year
        self.overview = overview
        self.posterURL = posterURL
        self.poster = poster
    }
}

/// A page of search results, best match first.
public struct SearchResults: Codable, Sendable, Equatable {
    public let page: Int
    public let totalPages: Int
    public let results: [SearchResult]
    /// The attribution to show beside the results.
    public let attribution: String
    /// True if the server's copy of the results is outdated and couldn't be refreshed yet; nil otherwise.
    public let stale: Bool?

    public init(page: Int, totalPages: Int, results: [SearchResult], attribution: String, stale: Bool?) {
        self.page = page
        self.totalPages = totalPages
        self.results = results
        self.attribution = attribution
        self.stale = stale
    }
}
