import DavenportAPI
import Domain

/// The functions of a catalogue that Watch needs.
///
/// A program with a catalogue registers one. Without it, clients give the titles, and the next episode is the next number
/// (rules 5 and 7).
public struct MediaGuide: Sendable {
    /// Looks up the title of something that a user creates a room for.
    /// - Throws: `tooManyRequests` if the user has looked up too much that isn't cached.
    let identify: @Sendable (Thing, Caller) async throws -> Identification
    /// Returns the first aired episode after one; nil if there is none.
    /// - Throws: `catalogueUnavailable` if the catalogue doesn't know; `tooManyRequests`.
    let next: @Sendable (_ showID: Int, _ after: RoomEpisode, _ seen: [RoomEpisode], Caller) async throws -> KnownSubject?
    /// Returns the next episode after each of some episodes, where it is cached.
    let upcoming: @Sendable (Set<ShowPosition>) async -> [ShowPosition: Upcoming]
    /// Returns the same for a show whose episodes were renumbered, for a group that has rooms for the `seen` ones.
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

    /// Something that the catalogue may know.
    public enum Thing: Sendable {
        case episode(showID: Int, season: Int, episode: Int)
        case movie(movieID: Int)
    }

    /// The result of a lookup in the catalogue.
    public enum Identification: Sendable {
        case known(KnownSubject)
        /// The catalogue has no such thing.
        case unknown
        /// The catalogue can't answer, with the error for the client.
        case away(Problem)
    }

    /// The result of looking for the episode after one.
    public enum Upcoming: Sendable {
        case next(NextEpisode?)
        /// The episodes were renumbered, so the answer depends on all the episodes that the group has rooms for.
        case renumbered
    }
}

/// The subject of a room, with the catalogue's own id of the episode, which stays the same if the episode is renumbered.
public struct KnownSubject: Sendable {
    public let subject: Subject
    /// The catalogue's own id of the episode; nil if no catalogue was asked, or the subject isn't an episode.
    public let episodeID: Int?

    /// - Parameter episodeID: the catalogue's own id; nil if no catalogue was asked, or the subject isn't an episode.
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

/// An episode that a group has a room for.
public struct RoomEpisode: Sendable {
    public let season: Int
    public let episode: Int
    /// The catalogue's own id; nil if no catalogue was asked.
    public let id: Int?
    public let title: String?
}
