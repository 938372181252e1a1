import DavenportAPI
import Domain

/// The functions of a catalogue of shows and movies that the watch area needs.
///
/// A program with a catalogue registers a guide. Without one, clients send the titles, and the next episode is the one
/// with the next number (rules 5 and 7).
public struct MediaGuide: Sendable {
    /// Looks up the title of the show or movie that a user creates a room for.
    /// - Throws: `tooManyRequests` if the title isn't cached and the user has reached the limit of such lookups.
    let identify: @Sendable (Thing, Caller) async throws -> Identification
    /// Returns the first aired episode of a show after the episode `after`; nil if there is none. `seen` holds the
    /// episodes of the show that the members of the room have rooms for already.
    /// - Throws: `catalogueUnavailable` if the catalogue can't answer; `tooManyRequests` if the user has reached the
    ///   limit of lookups.
    let next: @Sendable (_ showID: Int, _ after: RoomEpisode, _ seen: [RoomEpisode], Caller) async throws -> KnownSubject?
    /// Returns the cached next episode after each of these positions. A position without one is left out.
    let upcoming: @Sendable (Set<ShowPosition>) async -> [ShowPosition: Upcoming]
    /// Returns the cached next episode of a show whose episodes were renumbered; nil if there is none or it isn't
    /// cached. `seen` holds the episodes of the show that a group of users has rooms for already.
    let upcomingOfRenumbered: @Sendable (_ showID: Int, _ seen: [RoomEpisode]) async -> NextEpisode?
    /// Returns the stored episodes after each of these positions that have a date, those from this day on. A position
    /// without any is left out.
    let scheduled: @Sendable (Set<ShowPosition>, _ from: CalendarDate) async -> [ShowPosition: [ScheduledEpisode]]
    /// Looks up the show that has an id at TheTVDB; nil if the catalogue knows none.
    let showOfTVDB: @Sendable (_ tvdbID: Int, Caller) async throws -> Int?
    /// Looks up the same for a program that works for a user; nil also if the catalogue can't answer now.
    let showOfTVDBForKey: @Sendable (_ tvdbID: Int, KeyHolder) async -> Int?
    /// Looks up the one movie with a title and a year; nil if there is none, or several.
    let movie: @Sendable (_ title: String, _ year: Int, Caller) async throws -> KnownSubject?
    /// Returns the cached cast of an episode; empty if it isn't cached.
    let cast: @Sendable (ShowPosition) async -> [CastMember]
    /// Returns the cached pictures of shows and movies, by their ids. One without any is left out.
    let pictures: @Sendable (_ shows: Set<Int>, _ movies: Set<Int>) async -> Pictures

    public init(
        identify: @escaping @Sendable (Thing, Caller) async throws -> Identification,
        next: @escaping @Sendable (_ showID: Int, _ after: RoomEpisode, _ seen: [RoomEpisode], Caller) async throws -> KnownSubject?,
        upcoming: @escaping @Sendable (Set<ShowPosition>) async -> [ShowPosition: Upcoming],
        upcomingOfRenumbered: @escaping @Sendable (_ showID: Int, _ seen: [RoomEpisode]) async -> NextEpisode?,
        scheduled: @escaping @Sendable (Set<ShowPosition>, _ from: CalendarDate) async -> [ShowPosition: [ScheduledEpisode]],
        showOfTVDB: @escaping @Sendable (_ tvdbID: Int, Caller) async throws -> Int?,
        showOfTVDBForKey: @escaping @Sendable (_ tvdbID: Int, KeyHolder) async -> Int?,
        movie: @escaping @Sendable (_ title: String, _ year: Int, Caller) async throws -> KnownSubject?,
        cast: @escaping @Sendable (ShowPosition) async -> [CastMember],
        pictures: @escaping @Sendable (_ shows: Set<Int>, _ movies: Set<Int>) async -> Pictures
    ) {
        self.identify = identify
        self.next = next
        self.upcoming = upcoming
        self.upcomingOfRenumbered = upcomingOfRenumbered
        self.scheduled = scheduled
        self.showOfTVDB = showOfTVDB
        self.showOfTVDBForKey = showOfTVDBForKey
        self.movie = movie
        self.cast = cast
        self.pictures = pictures
    }

    /// The pictures of shows and movies, by the catalogue's ids.
    public typealias Pictures = (shows: [Int: MediaPictures], movies: [Int: MediaPictures])

    /// An episode or a movie that the catalogue may know.
    public enum Thing: Sendable {
        case episode(showID: Int, season: Int, episode: Int)
        case movie(movieID: Int)
    }

    /// What the catalogue knows about an episode or a movie.
    public enum Identification: Sendable {
        case known(KnownSubject)
        /// The catalogue doesn't have the episode or movie.
        case unknown
        /// The catalogue can't answer now. The problem is the error for the client.
        case away(Problem)
    }

    /// The cached answer to which episode follows a position.
    public enum Upcoming: Sendable {
        case next(NextEpisode?)
        /// The show's episodes were renumbered, so the position alone doesn't decide: ask `upcomingOfRenumbered`.
        case renumbered
    }
}

/// The subject of a room, with the catalogue's id of the episode. The id stays the same when the catalogue renumbers
/// episodes.
public struct KnownSubject: Sendable {
    public let subject: Subject
    /// The catalogue's id of the episode; nil if the server has no catalogue, or the subject isn't an episode.
    public let episodeID: Int?

    /// Makes a subject whose titles are known.
    /// - Parameter episodeID: the catalogue's id of the episode; nil if the server has no catalogue, or the subject
    ///   isn't an episode.
    public init(_ subject: Subject, episodeID: Int? = nil) {
        self.subject = subject
        self.episodeID = episodeID
    }
}

/// The position of an episode in a show.
public struct ShowPosition: Sendable, Hashable {
    public let showID: Int
    public let season: Int
    public let episode: Int

    public init(showID: Int, season: Int, episode: Int) {
        self.showID = showID
        self.season = season
        self.episode = episode
    }
}

/// An episode with the day on which it airs.
public struct ScheduledEpisode: Sendable {
    public let season: Int
    public let episode: Int
    public let title: String?
    public let day: CalendarDate

    public init(season: Int, episode: Int, title: String?, day: CalendarDate) {
        (self.season, self.episode, self.title, self.day) = (season, episode, title, day)
    }
}

/// An episode that a group has a room for.
public struct RoomEpisode: Sendable {
    public let season: Int
    public let episode: Int
    /// The catalogue's id of the episode; nil if the room was created without a catalogue.
    public let id: Int?
    public let title: String?
}

extension UseCases {
    /// The catalogue; nil if the program has none.
    var guide: MediaGuide? { services[MediaGuide.self] }
}
