/// The subject of a room: an episode, a movie or a custom title. Its titles stay as they were when the room was
/// created. A subject of a kind that the client doesn't know decodes as a custom title.
public enum Subject: Sendable, Equatable {
    /// An episode of a show. `showID` is the provider's id, 1 to 2,147,483,647, or negative for a show that is known by
    /// its title; season 0 contains the specials; titles have 1 to 200 characters.
    case tv(showID: Int, season: Int, episode: Int, showTitle: String, episodeTitle: String?)
    /// A movie. `movieID` is the provider's id, 1 to 2,147,483,647.
    case movie(movieID: Int, title: String)
    /// Anything else that people watch, with a title of 1 to 200 characters.
    case custom(title: String)

    /// The kind of a subject.
    public struct Kind: OpenEnumeration {
        public static let tv = Self(keeping: "tv")
        public static let movie = Self(keeping: "movie")
        public static let custom = Self(keeping: "custom")

        public static let allCases = [tv, movie, custom]

        public let rawValue: String

        public init(keeping text: String) { rawValue = text }
    }

    public var kind: Kind {
        switch self {
        case .tv: .tv
        case .movie: .movie
        case .custom: .custom
        }
    }
}

extension Subject: Codable {
    /// The fields of a subject in JSON. Those that its kind doesn't have are nil.
    package struct Plain: Codable {
        let kind: Kind
        var showID, season, episode: Int?
        var showTitle, episodeTitle: String?
        var movieID: Int?
        var title: String?
    }

    package var plain: Plain {
        switch self {
        case .tv(let showID, let season, let episode, let showTitle, let episodeTitle):
            Plain(kind: .tv, showID: showID, season: season, episode: episode, showTitle: showTitle, episodeTitle: episodeTitle)
        case .movie(let movieID, let title): Plain(kind: .movie, movieID: movieID, title: title)
        case .custom(let title): Plain(kind: .custom, title: title)
        }
    }

    public func encode(to encoder: any Encoder) throws { try plain.encode(to: encoder) }

    enum CodingKeys: String, CodingKey {
        case kind, showID, season, episode, showTitle, episodeTitle, movieID, title
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .tv:
            self = .tv(
                showID: try container.decode(Int.self, forKey: .showID), season: try container.decode(Int.self, forKey: .season),
                episode: try container.decode(Int.self, forKey: .episode),
                showTitle: try container.decode(String.self, forKey: .showTitle),
                episodeTitle: try container.decodeIfPresent(String.self, forKey: .episodeTitle))
        case .movie:
            self = .movie(
                movieID: try container.decode(Int.self, forKey: .movieID), title: try container.decode(String.self, forKey: .title))
        case .custom:
            self = .custom(title: try container.decode(String.self, forKey: .title))
        case let kind:
            let title = try container.decodeIfPresent(String.self, forKey: .title)
            self = .custom(title: try title ?? container.decodeIfPresent(String.self, forKey: .showTitle) ?? kind.rawValue)
        }
    }
}

/// The subject of a new room. The titles of shows and movies may be nil only if the server has a catalogue, from which
/// it then takes the titles.
public struct NewSubject: Input, Decodable, Equatable {
    /// The kind of the subject. It decides which of the other fields are required.
    public let kind: Subject.Kind
    /// The provider's id of the show: 1 to 2,147,483,647. If it is nil, the show is known by its title. It is nil unless
    /// the kind is `tv`.
    public let showID: Int?
    /// The season's number: 0 to 9,999; nil unless the kind is `tv`. Season 0 contains the specials.
    public let season: Int?
    /// The episode's number: 0 to 99,999; nil unless the kind is `tv`.
    public let episode: Int?
    /// The show's title, required without `showID`; nil unless the kind is `tv`. Like the two other titles, it has 1 to 200 characters.
    public let showTitle: String?
    public let episodeTitle: String?
    /// The provider's id of the movie: 1 to 2,147,483,647; nil unless the kind is `movie`.
    public let movieID: Int?
    /// The title of a movie, or a custom title; nil if the kind is `tv`.
    public let title: String?

    private init(
        kind: Subject.Kind, showID: Int? = nil, season: Int? = nil, episode: Int? = nil, showTitle: String? = nil,
        episodeTitle: String? = nil, movieID: Int? = nil, title: String? = nil
    ) {
        self.kind = kind
        self.showID = showID
        self.season = season
        self.episode = episode
        self.showTitle = showTitle
        self.episodeTitle = episodeTitle
        self.movieID = movieID
        self.title = title
    }

    /// An episode, identified by the provider's id of its show. Without an id, the show is known by its title.
    public static func tv(showID: Int? = nil, season: Int, episode: Int, showTitle: String? = nil, episodeTitle: String? = nil) -> Self {
        Self(kind: .tv, showID: showID, season: season, episode: episode, showTitle: showTitle, episodeTitle: episodeTitle)
    }

    /// A movie, identified by the provider's id.
    public static func movie(movieID: Int, title: String? = nil) -> Self {
        Self(kind: .movie, movieID: movieID, title: title)
    }

    /// A subject that the catalogue doesn't have.
    public static func custom(title: String) -> Self {
        Self(kind: .custom, title: title)
    }

    /// The allowed episode numbers.
    package static let episodes = 0...99_999

    public init(_ fields: inout Fields) {
        kind = fields.choice("kind", Subject.Kind.self, placeholder: .custom)
        let isTV = kind == .tv
        showID = isTV ? fields.optional("showID", .catalogueID) : nil
        season = isTV ? fields.required("season", .season) : nil
        episode = isTV ? fields.required("episode", .integer(Self.episodes)) : nil
        showTitle = isTV ? fields.optional("showTitle", .title) : nil
        episodeTitle = isTV ? fields.optional("episodeTitle", .title) : nil
        movieID = kind == .movie ? fields.required("movieID", .catalogueID) : nil
        title = kind == .movie ? fields.optional("title", .title) : kind == .custom ? fields.required("title", .title) : nil
    }
}

extension FieldType<Int> {
    package static var catalogueID: Self { integer(1...2_147_483_647) }
    /// The id of a show of a room: the provider's, or a negative one.
    package static var showID: Self { integer(-2_147_483_648...2_147_483_647) }
    package static var season: Self { integer(0...9999) }
}

extension FieldType<String> {
    package static var title: Self { text(1...200) }
}
