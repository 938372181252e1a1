import CivilCalendar
import DavenportAPI
import Foundation

/// The shows and films that the stand-in knows, in TMDB's own form, and its other fixed answers. They are read from the files in the folder
/// `Facts`, which are built into the program. Tests may change them.
public struct Library: Sendable {
    public var shows: [Show]
    public var films: [Film]
    /// What the stand-in remembers as OpenSubtitles.com.
    public var subtitles = SubtitleAccount()
    let answers: FixedAnswers

    /// Reads the files.
    /// - Parameter today: the day that dates such as `today+7` are relative to; nil means the machine's day in UTC.
    /// - Throws: `DecodingError` if a file doesn't have the form of these types.
    init(today: CalendarDate?) throws {
        let today =
            today.map { CivilDay(year: $0.year, month: $0.month, day: $0.day).daysSince1970 } ?? Int(Date().timeIntervalSince1970 / 86_400)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        func read<Content: Decodable>(_ file: [UInt8]) throws -> Content {
            let text = String(decoding: file, as: UTF8.self).replacing(/today([+-][0-9]+)/) { match in
                let day = CivilDay(daysSince1970: today + (Int(match.1) ?? 0))
                return CalendarDate(year: day.year, month: day.month, day: day.day).description
            }
            return try decoder.decode(Content.self, from: Data(text.utf8))
        }
        shows = try [
            PackageResources.breaking_bad_json, PackageResources.chernobyl_json, PackageResources.fleabag_json,
            PackageResources.game_of_thrones_json, PackageResources.severance_json, PackageResources.sherlock_json,
            PackageResources.slow_horses_json, PackageResources.the_bear_json, PackageResources.the_last_ferry_json,
        ].map(read)
        films = try read(PackageResources.films_json)
        answers = try read(PackageResources.answers_json)
    }

    func show(_ id: Int) -> Show? { shows.first { $0.id == id } }

    func film(_ id: Int) -> Film? { films.first { $0.id == id } }
}

extension Library {
    /// TMDB's configuration without the address of images, what OpenSubtitles.com finds, and TMDB's errors by their status.
    struct FixedAnswers: Decodable {
        let configuration: JSONValue
        let subtitles: JSONValue
        let errors: [String: JSONValue]
    }

    /// A show with its id at TMDB. The ids of its seasons, episodes and actors are invented.
    public struct Show: Sendable, Codable {
        public let id: Int
        public var name: String
        public var originalName: String?
        public var firstAirDate: CalendarDate?
        public var posterPath: String?
        public var backdropPath: String?
        /// The show's names in other languages, by the language's code, such as `de`.
        public var names: [String: String]?
        public var cast: [Actor]?
        /// The seasons in the order of their numbers. The specials (0) come first.
        public var seasons: [Season]
    }

    /// A season with its episodes; number 0 holds the specials.
    public struct Season: Sendable, Codable {
        public let id: Int
        public var seasonNumber: Int
        public var name = ""
        public var episodes: [Episode]
    }

    /// An episode with its current number in its season.
    public struct Episode: Sendable, Codable {
        /// The id of the episode, which stays the same when the episode moves.
        public var id: Int
        public var episodeNumber: Int
        public var name: String
        public var airDate: CalendarDate?
        public var runtime: Int?
        public var voteAverage: Double?
        public var guestStars: [Actor]?
    }

    /// A film with its id at TMDB.
    public struct Film: Sendable, Codable {
        public let id: Int
        public var title: String
        public var originalTitle: String?
        public var releaseDate: CalendarDate?
        public var runtime: Int?
        public var posterPath: String?
        public var backdropPath: String?
        /// The film's titles in other languages, by the language's code, such as `de`.
        public var titles: [String: String]?
    }

    /// An actor and the character that the actor plays.
    public struct Actor: Sendable, Codable {
        let id: Int
        let name: String
        let character: String
    }
}
