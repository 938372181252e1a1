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
        /// How often something was forgotten.
        var forgotten = 0
        var look = Look()
    }

    /// Looking whether servers have kept something else.
    struct Look: Sendable {
        /// From when on; nil at the first.
        fileprivate(set) var since: Date?
        /// What the one before found.
        fileprivate var found: [Int: Date] = [:]
        fileprivate var at: ContinuousClock.Instant?
        fileprivate var isUnderWay = false
    }

    private let state = Mutex(State())

    subscript(place: ShowPlace) -> Remembered? { state.withLock { $0.remembered[place] } }

    /// Stands for the moment at which reading what is kept begins.
    var reading: Int { state.withLock { $0.forgotten } }

    /// Remembers something, unless anything was forgotten since the reading began: it may be just that.
    func remember(_ known: Remembered, of place: ShowPlace, since reading: Int) {
        state.withLock { state in
            guard state.forgotten == reading else { return }
            if state.remembered.count >= CatalogueRules.upcomingLimit { state.remembered = [:] }
            state.remembered[place] = known
        }
    }

    /// Forgets a show, of which something else is kept now.
    func forget(_ show: Int) {
        state.withLock { state in
            state.forgotten += 1
            state.remembered = state.remembered.filter { $0.key.show != show }
        }
    }

    /// Takes on to look.
    /// - Returns: nil where somebody does, or has lately.
    func beginLook() -> Look? {
        state.withLock { state in
            guard !state.look.isUnderWay, state.look.at.map({ $0 + CatalogueRules.changesRead <= .now }) ?? true else { return nil }
            (state.look.isUnderWay, state.look.at) = (true, .now)
            return state.look
        }
    }

    /// - Parameter changes: what was found; nil where nobody could look.
    func endLook(_ changes: CatalogueRepository.Changes?) {
        state.withLock { state in
            state.look.isUnderWay = false
            guard let changes else { return }
            let new = Set(changes.shows.filter { state.look.found[$0.key] != $0.value }.map(\.key))
            (state.look.since, state.look.found) = (changes.next, changes.shows)
            guard !new.isEmpty else { return }
            state.forgotten += 1
            let isTooMany = changes.shows.count > CatalogueRules.changesLimit
            state.remembered = isTooMany ? [:] : state.remembered.filter { !new.contains($0.key.show) }
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
