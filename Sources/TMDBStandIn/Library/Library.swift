import DavenportAPI

/// The shows and films of the stand-in, as read from the files in `Facts`. Tests may change all of it.
public struct Library: Sendable {
    public var shows: [Show]
    public var films: [Film]

    /// - Parameter today: the day that dates such as `today+7` are relative to.
    /// - Throws: `DecodingError` if a file doesn't have the format that `FactFiles` reads.
    init(today: CalendarDate) throws {
        shows = try FactFiles.shows(today: today)
        films = try FactFiles.films(today: today)
    }

    func show(_ id: Int) -> Show? { shows.first { $0.id == id } }

    func film(_ id: Int) -> Film? { films.first { $0.id == id } }
}

extension Library {
    /// A show with TMDB's number.
    public struct Show: Sendable {
        public let id: Int
        public var name: String
        /// The names in other languages, by language (`de`).
        public var names: [String: String]
        /// The original language (`en`), and the country of origin (`US`).
        public var language: String
        public var country: String
        public var isOver: Bool
        public var hasPoster: Bool
        public var cast: [Credit]
        /// The seasons by number, the specials (0) first.
        public var seasons: [Season]

        /// - Parameter seasons: by their numbers, with their episodes.
        public init(
            id: Int, name: String, names: [String: String] = [:], language: String = "en", country: String = "US", isOver: Bool = false,
            hasPoster: Bool = true, cast: [Credit] = [], seasons: [Season] = []
        ) {
            (self.id, self.name, self.names, self.language, self.country) = (id, name, names, language, country)
            (self.isOver, self.hasPoster, self.cast, self.seasons) = (isOver, hasPoster, cast, seasons)
        }

        /// All episodes but the specials, in order.
        var regularEpisodes: [Episode] { seasons.filter { $0.number > 0 }.flatMap(\.episodes) }
    }

    /// A season with its episodes; number 0 holds the specials.
    public struct Season: Sendable {
        /// TMDB's id of the season, which it keeps when seasons are renumbered. It is invented here.
        public let id: Int
        public var number: Int
        public var episodes: [Episode]

        public init(id: Int, number: Int, episodes: [Episode] = []) {
            (self.id, self.number, self.episodes) = (id, number, episodes)
        }
    }

    /// An episode with its current number.
    public struct Episode: Sendable {
        /// TMDB's id of the episode, which it keeps when it moves. It is invented here.
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

    /// A film with TMDB's number.
    public struct Film: Sendable {
        public let id: Int
        public var title: String
        /// The titles in other languages, by language (`de`).
        public var titles: [String: String]
        public var originalTitle: String
        public var language: String
        public var released: CalendarDate?
        public var minutes: Int?
        public var cast: [Credit]

        /// - Parameter originalTitle: the title unless given.
        public init(
            id: Int, title: String, titles: [String: String] = [:], originalTitle: String? = nil, language: String = "en",
            released: CalendarDate? = nil, minutes: Int? = nil, cast: [Credit] = []
        ) {
            (self.id, self.title, self.titles, self.originalTitle) = (id, title, titles, originalTitle ?? title)
            (self.language, self.released, self.minutes, self.cast) = (language, released, minutes, cast)
        }
    }

    /// An actor and the character.
    public struct Credit: Sendable, Hashable {
        public var actor: String
        public var character: String

        public init(actor: String, character: String) {
            (self.actor, self.character) = (actor, character)
        }
    }
}
