import DavenportAPI
import Domain
import Foundation
import Logging

/// Looks up shows, movies and episodes: first in the stored answers, then at the provider (rules 8).
///
/// A program has one catalogue, and only if a provider is configured.
public final class MediaCatalogue: Sendable {
    let kept: StoredAnswers
    let provider: Provider
    private let inFlightRequests = InFlightRequests()
    let limiter: ProviderLimiter
    private let counter = CatalogueCounter()
    private let logger: Logger
    let deadlines: CatalogueDeadlines
    let pictures = KnownPictures()
    let upcoming = UpcomingEpisodes()

    /// Creates the catalogue with TMDB as its provider.
    /// - Parameter database: the database that stores the provider's answers for all servers and tenants.
    public convenience init(
        _ tmdb: TMDBSettings, database: Database, deadlines: CatalogueDeadlines = CatalogueDeadlines(), logger: Logger
    ) {
        self.init(TMDBClient(tmdb, deadlines).provider, database: database, deadlines: deadlines, logger: logger)
    }

    init(_ provider: Provider, database: Database, deadlines: CatalogueDeadlines, logger: Logger) {
        self.provider = provider
        self.deadlines = deadlines
        self.logger = logger
        limiter = ProviderLimiter(provider.limits)
        kept = StoredAnswers(database: database, provider: provider.name, language: provider.language)
    }

    /// The counts of what this catalogue has done since the server started.
    public var counts: CatalogueCounts { counter.current }

    /// The current time, by the clock that all rules use.
    var now: Date { kept.database.clock.now }

    /// Cancels the fetches in progress and closes the connections to the provider. Afterwards look-ups get only stored
    /// answers.
    public func close() async {
        await inFlightRequests.close()
        await provider.close()
    }

    /// Looks up one show, movie, episode or search for a caller. It returns the stored answer, or waits for the
    /// provider's.
    func look<Answer: ProviderAnswer>(
        up providerRequest: ProviderRequest, as type: Answer.Type, for caller: Caller
    ) async throws -> CachedAnswer<Answer> {
        let entry = try await kept.entries([providerRequest], for: caller)[providerRequest]
        return try await answer(providerRequest, as: type, entry, WaitLimit(time: deadlines.lookUp), for: Requester(caller))
    }

    /// How long a look-up waits for the provider, and from which age of a stored answer it waits for a newer one.
    struct WaitLimit: Sendable {
        let time: Duration
        /// The age in seconds from which a stored answer is refetched before it is returned. If the provider doesn't
        /// answer in time, the stored answer is returned after all.
        var age = TimeInterval.infinity
    }

    /// Returns the stored answer of a request at once, or waits for the provider's answer if none is stored. A stale
    /// stored answer is refetched in the background.
    /// - Parameters:
    ///   - entry: the stored answer; nil if there is none.
    ///   - requester: the user who waits for the answer; nil if no user does.
    /// - Throws: `catalogueUnavailable` if no answer is stored and the provider doesn't answer in time;
    ///   `tooManyRequests` if a fetch is needed and the requester has exceeded the rate limit.
    func answer<Answer: ProviderAnswer>(
        _ providerRequest: ProviderRequest, as type: Answer.Type = Answer.self, _ entry: StoredAnswer?, _ waitLimit: WaitLimit,
        for requester: Requester?
    ) async throws -> CachedAnswer<Answer> {
        let now = now
        guard let entry, let found = CachedAnswer<Answer>(entry, providerRequest, at: now) else {
            counter.count { $0.misses += 1 }
            return try await miss(providerRequest, entry?.fetchedAt, waitLimit, requester)
        }
        counter.count { found.isStale ? ($0.stale += 1) : ($0.hits += 1) }
        // A thing that the provider didn't know may exist by now.
        let isTooOld = found.age.isOver(waitLimit.age) || found.isStale && found.answer == nil
        guard found.isStale || isTooOld else { return found }
        let asked = fetch(providerRequest, since: entry.fetchedAt, for: ProviderFetch.Purpose(requester: requester, isCounted: isTooOld))
        guard isTooOld, case .fetched(let newer) = await asked?.inFlight.outcome(within: waitLimit.time) else { return found }
        return CachedAnswer(newer, providerRequest, at: now) ?? found
    }

    private func miss<Answer: ProviderAnswer>(
        _ providerRequest: ProviderRequest, _ seen: Date?, _ waitLimit: WaitLimit, _ requester: Requester?
    ) async throws -> CachedAnswer<Answer> {
        let deadline = ContinuousClock.now + waitLimit.time
        while true {
            let asked = fetch(providerRequest, since: seen, for: ProviderFetch.Purpose(requester: requester, isCounted: true))
            switch await asked?.inFlight.outcome(within: deadline - .now) {
            case .fetched(let stored):
                guard let found = CachedAnswer<Answer>(stored, providerRequest, at: now) else {
                    throw Problem.catalogueUnavailable(retryAfter: nil)
                }
                return found
            case .away(let seconds): throw Problem.catalogueUnavailable(retryAfter: seconds)
            // If another requester began the fetch and exceeded its own rate limit, try again for this requester.
            case .refused(let problem): if asked?.isNew == true { throw problem }
            case nil: throw Problem.catalogueUnavailable(retryAfter: asked == nil ? CatalogueRules.crowded : Int(CatalogueRules.rest))
            }
        }
    }

    /// Begins to fetch an answer from the provider, or joins a fetch of the same answer that is in progress.
    /// - Parameter seen: when the stored answer that this fetch replaces was itself fetched; nil if none is stored.
    /// - Returns: the fetch, and whether this call began it; nil if too many fetches are in progress.
    @discardableResult
    func fetch(
        _ providerRequest: ProviderRequest, since seen: Date?, for purpose: ProviderFetch.Purpose
    ) -> (inFlight: InFlightRequest, isNew: Bool)? {
        inFlightRequests.join(providerRequest, for: purpose.requester) { [self] in
            let fetch = ProviderFetch(
                provider: provider, kept: kept, limiter: limiter, counter: counter, deadlines: deadlines, logger: logger,
                changed: { [upcoming] in upcoming.forget($0) })
            return await fetch(providerRequest, since: seen, for: purpose)
        }
    }
}

/// A stored answer in decoded form, and whether it is so old that it should be refetched.
struct CachedAnswer<Answer: ProviderAnswer>: Sendable {
    /// The provider's answer; nil if the provider has no such show, movie or episode.
    let answer: Answer?
    /// Whether the answer is so old that it should be refetched. A stale answer may still be returned.
    let isStale: Bool
    let age: Age
    let isRenumbered: Bool

    /// Decodes a stored answer.
    /// - Returns: nil if no answer was ever stored, or the stored one is too old to be returned or can't be decoded.
    init?(_ kept: StoredAnswer, _ providerRequest: ProviderRequest, at now: Date) {
        guard !kept.age(at: now).isTooOld else { return nil }
        answer = kept.decoded()
        if answer == nil, kept.answer != nil { return nil }
        isStale = !kept.isFresh(providerRequest, at: now)
        age = kept.age(at: now)
        isRenumbered = kept.isRenumbered
    }

    /// Returns the answer.
    /// - Throws: `notFound` if the provider has no such show, movie or episode.
    func required() throws -> Answer {
        guard let answer else { throw Problem(.notFound) }
        return answer
    }
}

extension UseCases {
    /// The catalogue that the program registered.
    /// - Throws: `catalogueUnavailable` if the program has none, because no provider is configured.
    func catalogue() throws -> MediaCatalogue {
        guard let catalogue = services[MediaCatalogue.self] else { throw Problem.catalogueUnavailable(retryAfter: nil) }
        return catalogue
    }
}
