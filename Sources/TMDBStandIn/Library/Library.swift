import DavenportAPI

/// What the stand-in knows: shows and films, as their files in `Facts` have them. Tests may change any of it.
public struct Library: Sendable {
    public var shows: [Show]
    public var films: [Film]

    /// - Parameter today: the day that dates such as `today+7` are counted from.
    /// - Throws: `DecodingError` where one of the files isn't of the form that `FactFiles` reads.
    init(today: CalendarDate) throws {
        shows = try FactFiles.shows(today: today)
        films = try FactFiles.films(today: today)
    }

    func show(_ id: Int) -> Show? { shows.first { $0.id == id } }

    func film(_ id: Int) -> Film? { films.first { $0.id == id } }
}

extension Library {
    /// A show by TMDB's number.
    public struct Show: Sendable {
        public let id: Int
        public var name: String
        /// What it is called elsewhere, by language (`de`).
        public var names: [String: String]
        /// The language that it is in (`en`), and the country that it is from (`US`).
        public var language: String
        public var country: String
        public var isOver: Bool
        public var hasPoster: Bool
        public var cast: [Credit]
        /// By number, the specials (0) first.
        public var seasons: [Season]

        /// - Parameter seasons: by their numbers, with their episodes.
        public init(
            id: Int, name: String, names: [String: String] = [:], language: String = "en", country: String = "US", isOver: Bool = false,
            hasPoster: Bool = true, cast: [Credit] = [], seasons: [Season] = []
        ) {
            (self.id, self.name, self.names, self.language, self.country) = (id, name, names, language, country)
            (self.isOver, self.hasPoster, self.cast, self.seasons) = (isOver, hasPoster, cast, seasons)
        }

        /// The episodes that count, in order: all but the specials.
        var regularEpisodes: [Episode] { seasons.filter { $0.number > 0 }.flatMap(\.episodes) }
    }

    public struct Season: Sendable {
        /// TMDB's own number of it, which it keeps when seasons are renumbered. Made up here.
        public let id: Int
        public var number: Int
        public var episodes: [Episode]

        public init(id: Int, number: Int, episodes: [Episode] = []) {
            (self.id, self.number, self.episodes) = (id, number, episodes)
        }
    }

    public struct Episode: Sendable {
        /// TMDB's own number of it, which it keeps wherever it moves. Made up here.
        public let id: Int
        public var season: Int
        public var number: Int
        public var title: String
        public var airs: CalendarDate?
        public var minutes: Int?
        public var guests: [Credit]

        public init(
            id: Int, season: Int, number: Int, title: String, airs: CalendarDate? = nil, minutes: Int? = nil, guests: [Credit] = []
        ) {
            (self.id, self.season, self.number, self.title) = (id, season, number, title)
            (self.airs, self.minutes, self.guests) = (airs, minutes, guests)
        }
    }

    /// A film by TMDB's number.
    public struct Film: Sendable {
        public let id: Int
        public var title: String
        /// What it is called elsewhere, by language (`de`).
        public var titles: [String: String]
        public var originalTitle: String
        public var language: String
        public var released: CalendarDate?
        public var minutes: Int?
        public var cast: [Credit]

        /// - Parameter originalTitle: the title, unless given.
        public init(
            id: Int, title: String, titles: [String: String] = [:], originalTitle: String? = nil, language: String = "en",
            released: CalendarDate? = nil, minutes: Int? = nil, cast: [Credit] = []
        ) {
            (self.id, self.title, self.titles, self.originalTitle) = (id, title, titles, originalTitle ?? title)
            (self.language, self.released, self.minutes, self.cast) = (language, released, minutes, cast)
        }
    }

    /// Who plays whom.
    public struct Credit: Sendable, Hashable {
        public var actor: String
        public var character: String

        public init(actor: String, character: String) {
            (self.actor, self.character) = (actor, character)
        }
    }
}
