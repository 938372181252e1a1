import Synchronization

/// Counts what a server's catalogue did since it started. Metrics read the counts from `MediaCatalogue.counts`.
public struct CatalogueCounts: Sendable, Equatable {
    /// Look-ups answered from a stored answer that was fresh.
    public internal(set) var hits = 0
    /// Look-ups answered from a stored answer that was stale.
    public internal(set) var stale = 0
    /// Look-ups for which no answer was stored.
    public internal(set) var misses = 0
    /// Requests to the provider, without retries.
    public internal(set) var outbound = 0
    /// Fetches that ended because the provider asked for a pause, or because a pause was still in force.
    public internal(set) var throttled = 0
    /// Requests to the provider that failed.
    public internal(set) var failures = 0
    /// Fetches that got no slot of the provider's limiter in time.
    public internal(set) var crowded = 0
    /// Fetches refused because their requester had exceeded the rate limit.
    public internal(set) var refused = 0
}

/// Counts from many tasks concurrently.
final class CatalogueCounter: Sendable {
    private let counts = Mutex(CatalogueCounts())
    private let warnedAt = Mutex<ContinuousClock.Instant?>(nil)

    var current: CatalogueCounts { counts.withLock { $0 } }

    func count(_ change: (inout CatalogueCounts) -> Void) {
        counts.withLock { change(&$0) }
    }

    /// Returns whether a failure may be logged: at most one warning a minute.
    func mayWarn() -> Bool {
        warnedAt.withLock { warnedAt in
            if let before = warnedAt, before + .seconds(60) > .now { return false }
            warnedAt = .now
            return true
        }
    }
}
