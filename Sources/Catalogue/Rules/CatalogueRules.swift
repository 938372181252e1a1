import DavenportAPI
import Foundation

/// How long what the provider said is good for, and how long anybody waits for it (rules.md 8).
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
    /// Of one server to the provider.
    static let connections = 16
    /// No answer of the provider is larger, in bytes.
    static let answerLimit = 4 * 1024 * 1024

    /// Of one thing, one server asks at a time: so long, in seconds, the others leave it to it. More than a request and its retry take.
    static let lease: TimeInterval = 15
    /// A thing of which the provider could not tell is asked for again after so many seconds.
    static let rest: TimeInterval = 5
    /// Where the provider asks for patience and doesn't say how long, in seconds, and what it may say at most.
    static let usualPause = 10
    static let longestPause = 3600

    /// So many things are asked for at once by one server; what comes beyond is answered from what is kept, or not.
    static let flightLimit = 256
    /// So many seasons that have nothing to offer are passed over on the way to the next episode, without anybody waiting.
    static let seasonsAhead = 4
    /// What comes next after so many episodes is remembered by one server.
    static let upcomingLimit = 20_000
    /// And read again after so long, as is where pictures are.
    static let upcomingRead: Duration = .seconds(300)
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

    /// Those of the rules (rules.md 8).
    public init() {}

    /// All the same, for a test that a busy machine runs.
    public init(all time: Duration) {
        (lookUp, room, pictures, request, connection) = (time, time, time, time, time)
    }
}

/// The moments at which things are first shown.
enum Airing {
    /// When a day begins for the first people on Earth: those at UTC+14.
    static func begin(of day: CalendarDate) -> Date {
        (Timestamp.parse("\(day)T00:00:00Z") ?? .distantFuture).addingTimeInterval(-14 * 3600)
    }
}
