import DavenportAPI
import Foundation

/// How long the provider's answers are valid, and how many requests the servers send to the provider (rules 8).
public enum CatalogueRules {
    /// The age up to which an answer is fresh, in seconds (rule 8.2). A fresh answer is returned without a refetch.
    static let fresh: TimeInterval = 86_400
    /// The age up to which the result of a search is fresh, in seconds (rule 8.2). The same age holds for the answer that
    /// the provider has no such show, movie or episode.
    static let shortlyFresh: TimeInterval = 3600
    /// The age from which an answer is never returned, in seconds (rule 8.3). The provider allows 180 days.
    static let kept: TimeInterval = 180 * 86_400
    /// The number of stored answers above which a clean-up deletes some (rule 8.6).
    public static let capacity = 50_000
    /// The least time between two writes that record the use of the same answer, in seconds.
    static let useWritten: TimeInterval = 3600

    /// The shortest wait before the only retry of a failed request. A random time of at most the same length is added.
    static let backoff: Duration = .milliseconds(250)
    /// The maximum number of concurrent requests that one server sends to the provider: in all, for one user, and for
    /// fetches that no user waits for (rule 8.8).
    static let connections = 16
    static let connectionsOfOne = 4
    static let backgroundConnections = 8
    /// The maximum number of requests that all servers together start within any second (rule 8.8). The provider accepts
    /// about as many.
    static let requestsPerSecond = 40
    /// How long a server counts as using the provider after its last fetched answer, in seconds (rule 8.8).
    static let asking: TimeInterval = 30
    /// The maximum size of an answer after the members that the server doesn't read were left out, in bytes (rule 8.12).
    static let answerLimit = 4 * 1024 * 1024
    /// The maximum number of bytes that the server reads of an answer (rule 8.12). A longer answer counts as a failure.
    static let readLimit = 64 * 1024 * 1024
    /// The maximum number of bytes that the server reads of an error response.
    static let refusalLimit = 64 * 1024

    /// The time after a failed request in which no server fetches the same answer again, in seconds.
    static let rest: TimeInterval = 5
    /// The pause after the provider throttles without saying for how long, and the longest pause that the server accepts,
    /// in seconds (rule 8.4).
    static let usualPause = 10
    static let longestPause = 3600

    /// The maximum number of concurrent fetches on one server: in all, for one user, and for fetches that no user waits
    /// for. Beyond them, a look-up gets a stored answer, or is refused with 503 if there is none.
    static let fetchLimit = 256
    static let fetchesPerRequester = 32
    static let backgroundFetches = 128
    /// The `Retry-After` of a 503 for a look-up that exceeds a limit of concurrent fetches, in seconds.
    static let crowded = 1
    /// The maximum number of seasons without an aired episode that a background fetch skips to find the next episode.
    static let seasonsAhead = 4
    /// The maximum number of positions for which one server caches the next episode. Beyond it, the whole cache is
    /// dropped.
    static let upcomingLimit = 20_000
    /// How long a cached next episode and the cached address of pictures are used before they are read from the
    /// database again.
    static let upcomingRead: Duration = .seconds(300)
    /// The least time between two checks for answers that other servers have changed.
    static let changesRead: Duration = .seconds(1)
    /// How long a transaction that stores an answer takes at most, in seconds. Each check for changes looks back by
    /// this time, so that it misses none.
    static let longestStore: TimeInterval = 60
    /// The number of changed shows above which a check drops the whole cache instead of only the results of these
    /// shows.
    static let changesLimit = 1000
    /// How much the clocks of two servers may differ, in seconds. An answer whose time of fetching lies further in the
    /// future than that counts as old.
    static let skew: TimeInterval = 60
    /// How many answers are stored between two clean-ups, on average.
    static let cleanUpInterval = 64
}

/// How long look-ups wait for the provider, and how long requests to the provider may take.
public struct CatalogueDeadlines: Sendable {
    /// How long a look-up waits for the provider's answer (rule 8.3).
    var lookUp: Duration = .milliseconds(2500)
    /// How long the creation of a room waits for the provider's answer (rule 5.5).
    var room: Duration = .seconds(2)
    /// How long a response with pictures waits for the address of the picture host.
    var pictures: Duration = .seconds(1)
    /// How long a request to the provider may take as a whole, and how long the connection alone may take.
    var request: Duration = .seconds(5)
    var connection: Duration = .seconds(2)
    /// How long a request to the provider waits for a free slot of `ProviderLimiter` (rule 8.8).
    var turn: Duration = .seconds(2)

    /// How long a lease on an answer lasts, in seconds: a little longer than a request and its retry can take.
    var lease: TimeInterval {
        let each = [turn, request].reduce(0) { $0 + TimeInterval($1.components.seconds) }
        return 2 * each + 2
    }

    /// Creates the deadlines that the rules set (rules 8).
    public init() {}

    /// Creates deadlines that are all equal, for tests on a busy machine.
    public init(all time: Duration) {
        (lookUp, room, pictures, request, connection, turn) = (time, time, time, time, time, time)
    }
}

/// Computes when an episode or a season counts as aired.
enum Airing {
    /// Returns when a day begins for the first people on Earth: those at UTC+14.
    static func begin(of day: CalendarDate) -> Date {
        (Timestamp.parse("\(day)T00:00:00Z") ?? .distantFuture).addingTimeInterval(-14 * 3600)
    }
}
