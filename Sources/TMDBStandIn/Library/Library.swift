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
        public var names: [String: String] = [:]
        /// The original language (`en`), and the country of origin (`US`).
        public var language = "en"
        public var country = "US"
        public var isOver = false
        public var hasPoster = true
        public var cast: [Credit] = []
        /// The seasons by number, the specials (0) first.
        public var seasons: [Season] = []

        /// All episodes but the specials, in order.
        var regularEpisodes: [Episode] { seasons.filter { $0.number > 0 }.flatMap(\.episodes) }
    }

    /// A season with its episodes; number 0 holds the specials.
    public struct Season: Sendable {
        /// TMDB's id of the season, which it keeps when seasons are renumbered. It is invented here.
        public let id: Int
        public var number: Int
        public var episodes: [Episode] = []
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
        public var guests: [Credit] = []
    }

    /// A film with TMDB's number.
    public struct Film: Sendable {
        public let id: Int
        public var title: String
        /// The titles in other languages, by language (`de`).
        public var titles: [String: String] = [:]
        /// The title unless given.
        public var originalTitle: String?
        public var language = "en"
        public var released: CalendarDate?
        public var minutes: Int?
        public var cast: [Credit] = []
    }

    /// An actor and the character.
    public struct Credit: Sendable, Hashable {
        public var actor: String
        public var character: String
    }
}
