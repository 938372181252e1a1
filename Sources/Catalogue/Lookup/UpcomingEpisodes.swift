import Foundation
import Synchronization

/// The position of an episode after which another may follow.
public struct EpisodePosition: Sendable, Hashable {
    public let show: Int
    public let season: Int
    public let episode: Int

    public init(show: Int, season: Int, episode: Int) {
        self.show = show
        self.season = season
        self.episode = episode
    }
}

/// What comes after an episode, according to the stored answers.
public enum Upcoming: Sendable {
    /// The next aired episode; nil if there is none, or it isn't known yet.
    case next(ListedEpisode?)
    /// The show's episodes were renumbered, so episode numbers alone can't identify the next one.
    case renumbered
}

/// This server's cache of what comes after which episode, so that not every dashboard reads it from the database.
final class UpcomingEpisodes: Sendable {
    /// A cached result.
    struct Remembered: Sendable {
        let upcoming: Upcoming
        /// Whether all answers that the result depends on were stored.
        let isKnown: Bool
        /// When the result changes because an episode airs; nil if time alone changes nothing.
        let changesAt: Date?
        /// When the answers are to be refetched.
        let staleAt: Date
        let readAt: ContinuousClock.Instant

        /// Whether the result may be returned.
        func isGood(at now: Date) -> Bool {
            isKnown ? changesAt.map { now < $0 } ?? true : readAt + .seconds(CatalogueRules.rest) > .now
        }

        /// Whether the provider's answers are to be refetched.
        func isWanting(at now: Date) -> Bool { !isKnown || now >= staleAt }

        /// Whether the result is to be recomputed in the background after it was returned.
        func isOld(at now: Date) -> Bool {
            readAt + (isWanting(at: now) ? .seconds(CatalogueRules.rest) : CatalogueRules.upcomingRead) < .now
        }
    }

    private struct State {
        var remembered: [EpisodePosition: Remembered] = [:]
        var beingRead: Set<EpisodePosition> = []
        /// How often results were dropped from the cache.
        var forgotten = 0
        var look = Look()
    }

    /// A check for answers that any server has changed.
    struct Look: Sendable {
        /// The time from which changes are read; nil for the first check.
        fileprivate(set) var since: Date?
        /// The changes that the previous check found.
        fileprivate var found: [Int: Date] = [:]
        fileprivate var at: ContinuousClock.Instant?
        fileprivate var isUnderWay = false
    }

    private let state = Mutex(State())

    subscript(place: EpisodePosition) -> Remembered? { state.withLock { $0.remembered[place] } }

    /// A token for the moment at which reading stored answers begins; pass it to `remember`.
    var reading: Int { state.withLock { $0.forgotten } }

    /// Caches a result, unless any result was dropped since the reading began: the new one may be based on the outdated
    /// answer.
    func remember(_ known: Remembered, of place: EpisodePosition, since reading: Int) {
        state.withLock { state in
            guard state.forgotten == reading else { return }
            if state.remembered.count >= CatalogueRules.upcomingLimit { state.remembered = [:] }
            state.remembered[place] = known
        }
    }

    /// Drops the results of a show whose stored answer has changed.
    func forget(_ show: Int) {
        state.withLock { state in
            state.forgotten += 1
            state.remembered = state.remembered.filter { $0.key.show != show }
        }
    }

    /// Begins a check for changed answers.
    /// - Returns: nil if a check is in progress, or the last one is too recent.
    func beginCheck() -> Look? {
        state.withLock { state in
            guard !state.look.isUnderWay, state.look.at.map({ $0 + CatalogueRules.changesRead <= .now }) ?? true else { return nil }
            (state.look.isUnderWay, state.look.at) = (true, .now)
            return state.look
        }
    }

    /// Ends a check, and drops the results of changed shows.
    /// - Parameter changes: the changes found; nil if the check failed.
    func endCheck(_ changes: CatalogueRepository.Changes?) {
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

    /// Begins to recompute the result of a position.
    /// - Returns: false if that is already in progress, or too many are.
    func begin(_ place: EpisodePosition) -> Bool {
        state.withLock { $0.beingRead.count < CatalogueRules.fetchLimit && $0.beingRead.insert(place).inserted }
    }

    func end(_ place: EpisodePosition) {
        state.withLock { _ = $0.beingRead.remove(place) }
    }
}
