import Foundation
import Synchronization

/// An episode of a show, after which another may come.
public struct ShowPlace: Sendable, Hashable {
    public let show: Int
    public let season: Int
    public let episode: Int

    public init(show: Int, season: Int, episode: Int) {
        self.show = show
        self.season = season
        self.episode = episode
    }
}

/// What comes after an episode, by what is kept.
public enum Upcoming: Sendable {
    /// The next that has aired; nil where there is none, or it isn't known yet.
    case next(ListedEpisode?)
    /// The show's episodes have been given other numbers: it can't be told by numbers alone.
    case renumbered
}

/// What comes after which episode, as this server has worked it out: nobody's dashboard reads it again each time.
final class UpcomingEpisodes: Sendable {
    /// What was worked out once.
    struct Remembered: Sendable {
        let upcoming: Upcoming
        /// Whether all was there that it takes.
        let isKnown: Bool
        /// From when on another answer will be right; nil where time alone changes nothing.
        let changesAt: Date?
        /// When the provider is to be asked again.
        let staleAt: Date
        let readAt: ContinuousClock.Instant

        /// Whether it may be told.
        func isGood(at now: Date) -> Bool {
            isKnown ? changesAt.map { now < $0 } ?? true : readAt + .seconds(CatalogueRules.rest) > .now
        }

        /// Whether the provider is to be asked.
        func isWanting(at now: Date) -> Bool { !isKnown || now >= staleAt }

        /// Whether it is to be worked out again, behind whoever is told it.
        func isOld(at now: Date) -> Bool {
            readAt + (isWanting(at: now) ? .seconds(CatalogueRules.rest) : CatalogueRules.upcomingRead) < .now
        }
    }

    private struct State {
        var remembered: [ShowPlace: Remembered] = [:]
        var beingRead: Set<ShowPlace> = []
    }

    private let state = Mutex(State())

    subscript(place: ShowPlace) -> Remembered? {
        get { state.withLock { $0.remembered[place] } }
        set {
            state.withLock { state in
                if state.remembered.count >= CatalogueRules.upcomingLimit { state.remembered = [:] }
                state.remembered[place] = newValue
            }
        }
    }

    /// Takes on to work something out.
    /// - Returns: false where somebody has, or too much is under way.
    func begin(_ place: ShowPlace) -> Bool {
        state.withLock { $0.beingRead.count < CatalogueRules.flightLimit && $0.beingRead.insert(place).inserted }
    }

    func end(_ place: ShowPlace) {
        state.withLock { _ = $0.beingRead.remove(place) }
    }
}
