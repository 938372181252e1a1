import DavenportAPI
import Foundation

/// How long the provider's answers are valid, and the limits of requests to the provider (rules 8).
public enum CatalogueRules {
    /// A younger answer is returned without a refetch. In seconds.
    static let fresh: TimeInterval = 86_400
    /// The same for searches and for things that the provider doesn't know.
    static let shortlyFresh: TimeInterval = 3600
    /// An older answer is never returned: the provider's own limit of 180 days. In seconds.
    static let kept: TimeInterval = 180 * 86_400
    /// The most answers that are stored.
    public static let capacity = 50_000
    /// The use of an answer is recorded at most once in this time, in seconds.
    static let useWritten: TimeInterval = 3600

    /// The least wait before the only retry. Up to as much again is added at random.
    static let backoff: Duration = .milliseconds(250)
    /// The concurrent requests of one server to the provider: in all, for one user, and for fetches that no user waits
    /// for.
    static let connections = 16
    static let connectionsOfOne = 4
    static let backgroundConnections = 8
    /// The requests of all servers together within any second. The provider accepts about as many.
    static let requestsPerSecond = 40
    /// A server counts as using the provider for this long after its last fetched answer, in seconds.
    static let asking: TimeInterval = 30
    /// The most bytes that are kept of an answer, without the members that the server doesn't read.
    static let answerLimit = 4 * 1024 * 1024
    /// The most bytes that are read of an answer.
    static let readLimit = 64 * 1024 * 1024
    /// The most bytes that are read of an error answer.
    static let refusalLimit = 64 * 1024

    /// After a failed request, the same answer isn't fetched again for this many seconds.
    static let rest: TimeInterval = 5
    /// The pause in seconds if the provider asks for one without saying how long, and the longest pause that is
    /// accepted.
    static let usualPause = 10
    static let longestPause = 3600

    /// The concurrent fetches of one server: in all, for one user, and for fetches that no user waits for. Beyond these
    /// limits, a look-up is answered from a stored answer or refused with 503.
    static let fetchLimit = 256
    static let fetchesPerRequester = 32
    static let backgroundFetches = 128
    /// The `Retry-After` in seconds if a server has no room for another fetch.
    static let crowded = 1
    /// The most seasons without an aired episode that a background fetch passes over to find the next episode.
    static let seasonsAhead = 4
    /// The most positions whose next episode one server caches.
    static let upcomingLimit = 20_000
    /// How long a cached next episode, and the address of pictures, are used before they are read again.
    static let upcomingRead: Duration = .seconds(300)
    /// The least time between two checks for answers that other servers changed.
    static let changesRead: Duration = .seconds(1)
    /// No answer takes longer to be stored, in seconds. Each check for changes looks back by this time.
    static let longestStore: TimeInterval = 60
    /// If more shows changed since the last check, the whole cache is dropped.
    static let changesLimit = 1000
    /// The most seconds that servers' clocks may differ by. An answer whose time lies further in the future counts as
    /// old.
    static let skew: TimeInterval = 60
    /// One stored answer in this many is followed by a clean-up, on average.
    static let cleanUpInterval = 64
}

/// The time limits of look-ups and of requests to the provider.
public struct CatalogueDeadlines: Sendable {
    /// How long a look-up waits for the provider.
    var lookUp: Duration = .milliseconds(2500)
    /// How long the creation of a room waits for the provider.
    var room: Duration = .seconds(2)
    /// How long an answer with pictures waits for their address.
    var pictures: Duration = .seconds(1)
    /// How long a request to the provider may take: in all, and for the connection alone.
    var request: Duration = .seconds(5)
    var connection: Duration = .seconds(2)
    /// How long a request to the provider waits for a free slot.
    var turn: Duration = .seconds(2)

    /// How long a lease lasts, in seconds: a little longer than a request and its retry take.
    var lease: TimeInterval {
        let each = [turn, request].reduce(0) { $0 + TimeInterval($1.components.seconds) }
        return 2 * each + 2
    }

    /// The limits of the rules (rules 8).
    public init() {}

    /// The same limit for everything, for tests on a busy machine.
    public init(all time: Duration) {
        (lookUp, room, pictures, request, connection, turn) = (time, time, time, time, time, time)
    }
}

/// When things are first shown.
enum Airing {
    /// When a day begins for the first people on Earth: those at UTC+14.
    static func begin(of day: CalendarDate) -> Date {
        (Timestamp.parse("\(day)T00:00:00Z") ?? .distantFuture).addingTimeInterval(-14 * 3600)
    }
}
