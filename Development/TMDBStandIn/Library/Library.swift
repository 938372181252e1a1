import DavenportAPI

/// The shows and films that the stand-in knows. They are read from the files in the folder `Facts`, and tests may
/// change them.
public struct Library: Sendable {
    public var shows: [Show]
    public var films: [Film]

    /// Reads the library from the files in `Facts`.
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
    /// A show with its id at TMDB.
    public struct Show: Sendable {
        public let id: Int
        public var name: String
        /// The show's names in other languages, by the language's code, such as `de`.
        public var names: [String: String] = [:]
        /// The code of the original language, such as `en`.
        public var language = "en"
        /// The code of the country of origin, such as `US`.
        public var country = "US"
        public var isOver = false
        public var hasPoster = true
        public var cast: [Credit] = []
        /// The seasons in the order of their numbers. The specials (0) come first.
        public var seasons: [Season] = []

        /// All episodes except the specials, in their order.
        var regularEpisodes: [Episode] { seasons.filter { $0.number > 0 }.flatMap(\.episodes) }
    }

    /// A season with its episodes; number 0 holds the specials.
    public struct Season: Sendable {
        /// The id of the season, which stays the same when seasons are renumbered. It is invented and not TMDB's.
        public let id: Int
        public var number: Int
        public var episodes: [Episode] = []
    }

    /// An episode with its current number in its season.
    public struct Episode: Sendable {
        /// The id of the episode, which stays the same when the episode moves. It is invented and not TMDB's.
        public let id: Int
        public var season: Int
        public var number: Int
        public var title: String
        public var airs: CalendarDate?
        public var minutes: Int?
        public var guests: [Credit] = []
    }

    /// A film with its id at TMDB.
    public struct Film: Sendable {
        public let id: Int
        public var title: String
        /// The film's titles in other languages, by the language's code, such as `de`.
        public var titles: [String: String] = [:]
        /// The film's title in its original language; nil if that is the same as `title`.
        public var originalTitle: String?
        public var language = "en"
        public var released: CalendarDate?
        public var minutes: Int?
        public var cast: [Credit] = []
    }

    /// An actor and the character that the actor plays.
    public struct Credit: Sendable, Hashable {
        public var actor: String
        public var character: String
    }
}
