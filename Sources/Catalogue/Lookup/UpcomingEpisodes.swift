import Foundation
import Synchronization

/// The position of an episode in its show. The catalogue is asked which episode follows it.
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

/// Which episode follows a position, according to the stored answers.
public enum Upcoming: Sendable {
    /// The next aired episode; nil if there is none, or it isn't known yet.
    case next(ListedEpisode?)
    /// The show's episodes were renumbered, so the position alone doesn't decide which episode is next.
    case renumbered
}

/// Caches the next episode after each position in a show. The cache saves reading the stored answers from the
/// database for each dashboard.
final class UpcomingEpisodes: Sendable {
    /// A cached result: which episode follows a position, and how long that is valid.
    struct Remembered: Sendable {
        let upcoming: Upcoming
        /// Whether the answers that the result depends on were all stored. If not, the result is only valid for a few
        /// seconds.
        let isKnown: Bool
        /// When an episode airs that changes the result; nil if time alone doesn't change it.
        let changesAt: Date?
        /// When the provider's answers become so old that they should be refetched.
        let staleAt: Date
        let readAt: ContinuousClock.Instant

        /// Whether the result may still be returned.
        func isGood(at now: Date) -> Bool {
            isKnown ? changesAt.map { now < $0 } ?? true : readAt + .seconds(CatalogueRules.rest) > .now
        }

        /// Whether the provider's answers should be refetched, because some are missing or stale.
        func isWanting(at now: Date) -> Bool { !isKnown || now >= staleAt }

        /// Whether the result should be recomputed in the background. It may be returned nevertheless.
        func isOld(at now: Date) -> Bool {
            readAt + (isWanting(at: now) ? .seconds(CatalogueRules.rest) : CatalogueRules.upcomingRead) < .now
        }
    }

    private struct State {
        var remembered: [EpisodePosition: Remembered] = [:]
        var beingRead: Set<EpisodePosition> = []
        /// The number of times that results were dropped from the cache. A task notes the number before it reads stored
        /// answers. `remember` caches the task's result only if the number is still the same.
        var forgotten = 0
        var check = CheckState()
    }

    /// The state of the checks for answers that any server has changed. Two checks are at least
    /// `CatalogueRules.changesRead` apart.
    struct CheckState: Sendable {
        /// The time from which the next check reads changes; nil before the first check.
        fileprivate(set) var since: Date?
        /// The changes that the previous check found, by show. The next check may find the same ones again, because it
        /// looks back in time.
        fileprivate var found: [Int: Date] = [:]
        fileprivate var at: ContinuousClock.Instant?
        fileprivate var isUnderWay = false
    }

    private let state = Mutex(State())

    subscript(place: EpisodePosition) -> Remembered? { state.withLock { $0.remembered[place] } }

    /// A token to take before reading stored answers. Pass it to `remember`, which then notices whether results were
    /// dropped while they were read.
    var reading: Int { state.withLock { $0.forgotten } }

    /// Caches a result, unless any result was dropped after the token `reading` was taken. In that case the result may
    /// be based on an outdated answer.
    func remember(_ known: Remembered, of place: EpisodePosition, since reading: Int) {
        state.withLock { state in
            guard state.forgotten == reading else { return }
            if state.remembered.count >= CatalogueRules.upcomingLimit { state.remembered = [:] }
            state.remembered[place] = known
        }
    }

    /// Drops the cached results of a show, because a stored answer about it has changed.
    func forget(_ show: Int) {
        state.withLock { state in
            state.forgotten += 1
            state.remembered = state.remembered.filter { $0.key.show != show }
        }
    }

    /// Begins a check for stored answers that any server has changed.
    /// - Returns: the state of the last check, whose `since` says from when to read changes; nil if a check is in
    ///   progress, or the last one is too recent.
    func beginCheck() -> CheckState? {
        state.withLock { state in
            guard !state.check.isUnderWay, state.check.at.map({ $0 + CatalogueRules.changesRead <= .now }) ?? true else { return nil }
            (state.check.isUnderWay, state.check.at) = (true, .now)
            return state.check
        }
    }

    /// Ends a check, and drops the cached results of shows that have changed.
    /// - Parameter changes: the changes that the check has found; nil if it failed.
    func endCheck(_ changes: CatalogueRepository.Changes?) {
        state.withLock { state in
            state.check.isUnderWay = false
            guard let changes else { return }
            let new = Set(changes.shows.filter { state.check.found[$0.key] != $0.value }.map(\.key))
            (state.check.since, state.check.found) = (changes.next, changes.shows)
            guard !new.isEmpty else { return }
            state.forgotten += 1
            let isTooMany = changes.shows.count > CatalogueRules.changesLimit
            state.remembered = isTooMany ? [:] : state.remembered.filter { !new.contains($0.key.show) }
        }
    }

    /// Reserves the recomputation of a position's result, until `end` is called.
    /// - Returns: false if the position is being recomputed already, or too many positions are.
    func begin(_ place: EpisodePosition) -> Bool {
        state.withLock { $0.beingRead.count < CatalogueRules.fetchLimit && $0.beingRead.insert(place).inserted }
    }

    func end(_ place: EpisodePosition) {
        state.withLock { _ = $0.beingRead.remove(place) }
    }
}
