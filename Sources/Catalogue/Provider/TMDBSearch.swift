import DavenportAPI

/// The results of a search, in the form in which TMDB sends them.
struct TMDBSearch: ProviderAnswer {
    let page: Int
    let totalPages: Int
    /// The shows and movies that the search found. TMDB also finds people, which are left out.
    let results: [TMDBIDResults]

    enum CodingKeys: String, CodingKey {
        case page, results
        case totalPages = "total_pages"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        page = try fields.number(.page, 1...ProviderLimits.ids.upperBound)
        totalPages = min(try fields.number(.totalPages, 0...ProviderLimits.ids.upperBound), MediaSearch.lastPage)
        results = try fields.list(.results, of: Listed.self, upTo: ProviderLimits.listed).compactMap(\.found)
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool {
        if case .search(let kind, _, page) = providerRequest {
            results.allSatisfy { kind == .multi || $0.kind.rawValue == kind.rawValue }
        } else {
            false
        }
    }

    /// Decodes one result. The decoded value is nil if the result is neither a show nor a movie.
    private struct Listed: Decodable {
        let found: TMDBIDResults?

        private enum CodingKeys: String, CodingKey {
            case kind = "media_type"
        }

        init(from decoder: any Decoder) throws {
            let kind = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .kind)
            found = kind.map { MediaKind(rawValue: $0) == nil } == true ? nil : try TMDBIDResults(from: decoder)
        }
    }
}

/// A show or a movie that a search found.
struct TMDBIDResults: Codable, Sendable {
    let kind: MediaKind
    let id: Int
    let title: String
    let date: CalendarDate?
    let overview: String?
    let posterPath: String?

    private enum CodingKeys: String, CodingKey {
        case id, title, name, overview
        case originalTitle = "original_title"
        case originalName = "original_name"
        case kind = "media_type"
        case firstAirDate = "first_air_date"
        case releaseDate = "release_date"
        case posterPath = "poster_path"
    }

    /// Decodes a result. If TMDB doesn't send its kind, a result with a `title` or an original one is a movie, and another
    /// one is a show.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        kind =
            try fields.decodeIfPresent(MediaKind.self, forKey: .kind)
            ?? (fields.contains(.title) || fields.contains(.originalTitle) ? .movie : .tv)
        id = try fields.number(.id, ProviderLimits.ids)
        title = try kind == .tv ? fields.name(.name, orOriginal: .originalName) : fields.name(.title, orOriginal: .originalTitle)
        date = try fields.day(kind == .tv ? .firstAirDate : .releaseDate)
        overview = try fields.text(.overview, upTo: ProviderLimits.overview)
        posterPath = try fields.picture(.posterPath)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(id, forKey: .id)
        try fields.encode(title, forKey: kind == .tv ? .name : .title)
        try fields.encodeIfPresent(date, forKey: kind == .tv ? .firstAirDate : .releaseDate)
        try fields.encodeIfPresent(overview, forKey: .overview)
        try fields.encodeIfPresent(posterPath, forKey: .posterPath)
    }
}
