import DavenportAPI
import Domain

/// What Watch asks of a catalogue. The program hands one over where it has a catalogue; without, clients give the titles, and what comes
/// next is the next number (rules 5 and 7).
public struct MediaGuide: Sendable {
    /// What a thing is called that somebody makes a room for.
    /// - Throws: `tooManyRequests` where they have asked for too much that isn't known.
    let identify: @Sendable (Thing, Caller) async throws -> Identification
    /// The episode that comes after one, of those that have aired; nil where there is none.
    /// - Throws: `catalogueUnavailable` where that can't be told; `tooManyRequests`.
    let next: @Sendable (_ showID: Int, _ after: RoomEpisode, _ seen: [RoomEpisode], Caller) async throws -> KnownSubject?
    /// What comes after some episodes, as far as it is known without asking anybody else.
    let upcoming: @Sendable (Set<ShowPosition>) async -> [ShowPosition: Upcoming]
    /// The same where a show's episodes have been given other numbers, for a group that has seen these.
    let upcomingOfRenumbered: @Sendable (_ showID: Int, _ seen: [RoomEpisode]) async -> NextEpisode?

    public init(
        identify: @escaping @Sendable (Thing, Caller) async throws -> Identification,
        next: @escaping @Sendable (_ showID: Int, _ after: RoomEpisode, _ seen: [RoomEpisode], Caller) async throws -> KnownSubject?,
        upcoming: @escaping @Sendable (Set<ShowPosition>) async -> [ShowPosition: Upcoming],
        upcomingOfRenumbered: @escaping @Sendable (_ showID: Int, _ seen: [RoomEpisode]) async -> NextEpisode?
    ) {
        self.identify = identify
        self.next = next
        self.upcoming = upcoming
        self.upcomingOfRenumbered = upcomingOfRenumbered
    }

    /// Something of the catalogue that there may be.
    public enum Thing: Sendable {
        case episode(showID: Int, season: Int, episode: Int)
        case movie(movieID: Int)
    }

    /// What the catalogue knows of a thing.
    public enum Identification: Sendable {
        case known(KnownSubject)
        /// There is no such thing.
        case unknown
        /// The catalogue can't say, and how that is told.
        case away(Problem)
    }

    /// What comes after an episode.
    public enum Upcoming: Sendable {
        case next(NextEpisode?)
        /// It can't be told without all that the group has seen.
        case renumbered
    }
}

/// What a room is about, with the catalogue's own number of the episode, which stays where the episode is given another place.
public struct KnownSubject: Sendable {
    public let subject: Subject
    /// Nil where no catalogue was asked, or it is no episode.
    public let episodeID: Int?

    /// - Parameter episodeID: the catalogue's own number; nil where no catalogue was asked, or it is no episode.
    public init(_ subject: Subject, episodeID: Int? = nil) {
        self.subject = subject
        self.episodeID = episodeID
    }
}

/// A place among a show's episodes.
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

/// An episode as a room has it.
public struct RoomEpisode: Sendable {
    public let season: Int
    public let episode: Int
    /// The catalogue's own number; nil where no catalogue was asked.
    public let id: Int?
    public let title: String?
}
