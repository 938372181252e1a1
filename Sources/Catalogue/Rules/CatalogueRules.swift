import DavenportAPI
import Foundation

/// How long what the provider said is good for, and how long anybody waits for it (rules 8).
public enum CatalogueRules {
    /// What is younger, in seconds, is answered without asking again.
    static let fresh: TimeInterval = 86_400
    /// The same for searches, and for what the provider doesn't know.
    static let shortlyFresh: TimeInterval = 3600
    /// What is older isn't answered any more, in seconds: the provider's own limit of 180 days.
    static let kept: TimeInterval = 180 * 86_400
    /// How many answers are kept at most.
    public static let capacity = 50_000
    /// That an answer was used is written at most so often, in seconds.
    static let useWritten: TimeInterval = 3600

    /// Before the one retry; up to as much again is added.
    static let backoff: Duration = .milliseconds(250)
    /// Of one server to the provider, in all, for one person, and for what nobody waits for.
    static let connections = 16
    static let connectionsOfOne = 4
    static let connectionsOfNobody = 8
    /// So many requests all servers together begin in any second: the provider takes about as many.
    static let requestsPerSecond = 40
    /// A server counts among those that ask for so long, in seconds, after it was last told something.
    static let asking: TimeInterval = 30
    /// The most bytes that are kept of an answer of the provider, without the members that nobody reads.
    static let answerLimit = 4 * 1024 * 1024
    /// The most bytes of an answer that are read.
    static let readLimit = 64 * 1024 * 1024
    /// The most bytes of a refusal that are read.
    static let refusalLimit = 64 * 1024

    /// A thing of which the provider could not tell is asked for again after so many seconds.
    static let rest: TimeInterval = 5
    /// Where the provider asks for patience and doesn't say how long, in seconds, and what it may say at most.
    static let usualPause = 10
    static let longestPause = 3600

    /// So many things are asked for at once by one server, and of these so many for one person and for nobody; what comes beyond is
    /// answered from what is kept, or not.
    static let flightLimit = 256
    static let flightsOfOne = 32
    static let flightsOfNobody = 128
    /// Where a server has too much to ask for, it is worth coming again after so many seconds.
    static let crowded = 1
    /// So many seasons that have nothing to offer are passed over on the way to the next episode, without anybody waiting.
    static let seasonsAhead = 4
    /// What comes next after so many episodes is remembered by one server.
    static let upcomingLimit = 20_000
    /// And read again after so long, as is where pictures are.
    static let upcomingRead: Duration = .seconds(300)
    /// So often a server looks at most whether others have been told something else than it remembers.
    static let changesRead: Duration = .seconds(1)
    /// No answer takes longer to be stored, in seconds: by so much what has changed is looked back at.
    static let longestStore: TimeInterval = 60
    /// Where more shows than this have changed since the last look, all is forgotten.
    static let changesLimit = 1000
    /// By so much, in seconds, servers' clocks may differ: what was fetched later than that from now is as good as old.
    static let skew: TimeInterval = 60
    /// Once for so many answers that are stored, a part of what is over goes.
    static let tidyEvery = 64
}

/// How long anybody waits.
public struct CatalogueDeadlines: Sendable {
    /// Whoever looks something up, for the provider.
    var lookUp: Duration = .milliseconds(2500)
    /// Whoever makes a room.
    var room: Duration = .seconds(2)
    /// Whoever would see pictures, for where they are.
    var pictures: Duration = .seconds(1)
    /// A request to the provider, in all and for the connection alone.
    var request: Duration = .seconds(5)
    var connection: Duration = .seconds(2)
    /// A request to the provider, for its turn.
    var turn: Duration = .seconds(2)

    /// Of one thing, one server asks at a time: so long, in seconds, the others leave it to it. More than a request and its retry take.
    var lease: TimeInterval {
        let each = [turn, request].reduce(0) { $0 + TimeInterval($1.components.seconds) }
        return 2 * each + 2
    }

    /// Those of the rules (rules 8).
    public init() {}

    /// All the same, for a test that a busy machine runs.
    public init(all time: Duration) {
        (lookUp, room, pictures, request, connection, turn) = (time, time, time, time, time, time)
    }
}

/// The moments at which things are first shown.
enum Airing {
    /// When a day begins for the first people on Earth: those at UTC+14.
    static func begin(of day: CalendarDate) -> Date {
        (Timestamp.parse("\(day)T00:00:00Z") ?? .distantFuture).addingTimeInterval(-14 * 3600)
    }
}
