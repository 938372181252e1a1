import DavenportAPI
import Domain
import Foundation
import Logging
import Synchronization

/// What there is to watch, from what is kept and from the provider (rules 8). A program has one, where a provider is configured.
public final class MediaCatalogue: Sendable {
    let kept: KeptAnswers
    private let provider: Provider
    private let inFlightRequests = InFlightRequests()
    let limiter = ProviderLimiter()
    private let counter = CatalogueCounter()
    private let logger: Logger
    let deadlines: CatalogueDeadlines
    private let pictures = Mutex<(configuration: TMDBConfiguration, readAt: ContinuousClock.Instant)?>(nil)
    let upcoming = UpcomingEpisodes()

    /// - Parameter database: where what the provider says is kept, for all servers and tenants.
    public convenience init(
        _ tmdb: TMDBSettings, database: Database, deadlines: CatalogueDeadlines = CatalogueDeadlines(), logger: Logger
    ) {
        self.init(TMDBClient(tmdb, deadlines).provider, database: database, deadlines: deadlines, logger: logger)
    }

    init(_ provider: Provider, database: Database, deadlines: CatalogueDeadlines, logger: Logger) {
        self.provider = provider
        self.deadlines = deadlines
        self.logger = logger
        kept = KeptAnswers(database: database, language: provider.language)
    }

    /// What it did since it began.
    public var counts: CatalogueCounts { counter.current }

    /// The moment that rules go by.
    var now: Date { kept.database.clock.now }

    /// Ends what is under way, and lets go of connections. Afterwards only what is kept is answered.
    public func close() async {
        await inFlightRequests.close()
        await provider.close()
    }

    /// Looks a thing up for somebody of a tenant; see `answer`.
    func look<Answer: ProviderAnswer>(
        up providerRequest: ProviderRequest, as type: Answer.Type, for caller: Caller
    ) async throws -> Found<Answer> {
        let entry = try await kept.entries([providerRequest], for: caller)[providerRequest]
        return try await answer(providerRequest, as: type, entry, WaitLimit(time: deadlines.lookUp), for: Requester(caller))
    }

    /// How long somebody waits for the provider.
    struct WaitLimit: Sendable {
        let time: Duration
        /// What is older, in seconds, is waited for too, although it is answered where the provider doesn't come in time.
        var age = TimeInterval.infinity
    }

    /// What is kept of a thing, at once, even where it is to be asked for again, which goes on behind; else what the provider says.
    /// - Parameters:
    ///   - entry: what is kept.
    ///   - inquirer: who wants to know; nil where it is nobody's look-up.
    /// - Throws: `catalogueUnavailable` where nothing is kept and the provider says nothing in time; `tooManyRequests` where nothing is
    ///   kept or under way and they have asked for too much.
    func answer<Answer: ProviderAnswer>(
        _ providerRequest: ProviderRequest, as type: Answer.Type = Answer.self, _ entry: KeptAnswer?, _ waitLimit: WaitLimit,
        for requester: Requester?
    ) async throws -> Found<Answer> {
        let now = now
        guard let entry, let found = Found<Answer>(entry, providerRequest, at: now) else {
            counter.count { $0.misses += 1 }
            return try await miss(providerRequest, entry?.fetchedAt, waitLimit, requester)
        }
        counter.count { found.isStale ? ($0.stale += 1) : ($0.hits += 1) }
        // What the provider didn't know may be there by now.
        let isTooOld = found.age.isOver(waitLimit.age) || found.isStale && found.answer == nil
        guard found.isStale || isTooOld else { return found }
        let asked = fetch(providerRequest, since: entry.fetchedAt, for: ProviderFetch.Purpose(requester: requester, isCounted: isTooOld))
        guard isTooOld, case .told(let newer) = await asked?.inFlight.outcome(within: waitLimit.time) else { return found }
        return Found(newer, providerRequest, at: now) ?? found
    }

    private func miss<Answer: ProviderAnswer>(
        _ providerRequest: ProviderRequest, _ seen: Date?, _ waitLimit: WaitLimit, _ requester: Requester?
    ) async throws -> Found<Answer> {
        let deadline = ContinuousClock.now + waitLimit.time
        while true {
            let asked = fetch(providerRequest, since: seen, for: ProviderFetch.Purpose(requester: requester, isCounted: true))
            switch await asked?.inFlight.outcome(within: deadline - .now) {
            case .told(let told):
                guard let found = Found<Answer>(told, providerRequest, at: now) else { throw Problem.catalogueUnavailable(retryAfter: nil) }
                return found
            case .away(let seconds): throw Problem.catalogueUnavailable(retryAfter: seconds)
            // Whoever began it may have asked for too much, and this one not.
            case .refused(let problem): if asked?.isNew == true { throw problem }
            case nil: throw Problem.catalogueUnavailable(retryAfter: asked == nil ? CatalogueRules.crowded : Int(CatalogueRules.rest))
            }
        }
    }

    /// Asks the provider, together with whoever asks for the same.
    /// - Parameter seen: when what is kept was fetched, where that isn't good enough.
    /// - Returns: nil where too much is asked for already.
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

    /// Where pictures are; nil where that isn't known in time.
    func pictureHost() async -> TMDBConfiguration? {
        if let known = pictures.withLock({ $0 }), known.readAt + CatalogueRules.upcomingRead > .now { return known.configuration }
        let providerRequest = ProviderRequest.configuration
        let entry = try? await kept.entries([providerRequest], for: nil)[providerRequest]
        let found = try? await answer(providerRequest, as: TMDBConfiguration.self, entry, WaitLimit(time: deadlines.pictures), for: nil)
        guard let configuration = found?.answer else { return pictures.withLock { $0?.configuration } }
        pictures.withLock { $0 = (configuration, .now) }
        return configuration
    }
}

/// What is known of a thing.
struct Found<Answer: ProviderAnswer>: Sendable {
    /// Nil where the provider knows no such thing.
    let answer: Answer?
    /// Whether the provider is to be asked again.
    let isStale: Bool
    let age: Age
    let isRenumbered: Bool

    /// - Returns: nil where there is nothing yet, or what is kept is too old or can't be read.
    init?(_ kept: KeptAnswer, _ providerRequest: ProviderRequest, at now: Date) {
        guard !kept.age(at: now).isTooOld else { return nil }
        answer = kept.decoded()
        if answer == nil, kept.answer != nil { return nil }
        isStale = !kept.isFresh(providerRequest, at: now)
        age = kept.age(at: now)
        isRenumbered = kept.isRenumbered
    }

    /// - Throws: `notFound` where the provider knows no such thing.
    func required() throws -> Answer {
        guard let answer else { throw Problem(.notFound) }
        return answer
    }
}

extension Dependencies {
    /// What the program has been given.
    /// - Throws: `catalogueUnavailable` where no provider is configured.
    func catalogue() throws -> MediaCatalogue {
        guard let catalogue = services[MediaCatalogue.self] else { throw Problem.catalogueUnavailable(retryAfter: nil) }
        return catalogue
    }
}
