/// What kind of thing the catalogue has.
public struct MediaKind: OpenEnumeration {
    public static let tv = Self(keeping: "tv")
    public static let movie = Self(keeping: "movie")

    public static let allCases = [tv, movie]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// What kinds a search looks among.
public enum SearchedKind: String, Codable, Sendable, CaseIterable {
    /// Shows and movies.
    case multi
    case tv
    case movie
}

/// What to look for in the catalogue.
public struct MediaSearch: Input {
    /// 1 to 200 characters.
    public let query: String
    /// Shows and movies unless given.
    public let type: SearchedKind
    /// 1 to 500.
    public let page: Int

    /// The highest page that there can be.
    package static let lastPage = 500

    /// A search as a program makes it; the limits are those of the API.
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

/// Something that a search found.
public struct SearchResult: Codable, Sendable, Equatable {
    public let kind: MediaKind
    /// The catalogue's number, by which rooms are made.
    public let id: Int
    public let title: String
    /// When it was first shown.
    public let year: Int?
    public let overview: String?
    public let posterURL: String?

    public init(kind: MediaKind, id: Int, title: String, year: Int?, overview: String?, posterURL: String?) {
        self.kind = kind
        self.id = id
        self.title = title
        self.year = year
        self.overview = overview
        self.posterURL = posterURL
    }
}

/// A page of what a search found, the best first.
public struct SearchResults: Codable, Sendable, Equatable {
    public let page: Int
    public let totalPages: Int
    public let results: [SearchResult]
    /// To be shown to whoever sees the results.
    public let attribution: String
    /// True where the provider could not be asked again yet; nil otherwise.
    public let stale: Bool?

    public init(page: Int, totalPages: Int, results: [SearchResult], attribution: String, stale: Bool?) {
        self.page = page
        self.totalPages = totalPages
        self.results = results
        self.attribution = attribution
        self.stale = stale
    }
}
