import Synchronization

/// Counts what this server's catalogue has done since the server started. `MediaCatalogue.counts` returns the counts
/// for metrics.
public struct CatalogueCounts: Sendable, Equatable {
    /// The number of look-ups that were answered from a fresh stored answer.
    public internal(set) var hits = 0
    /// The number of look-ups that were answered from a stale stored answer.
    public internal(set) var stale = 0
    /// The number of look-ups that found no stored answer.
    public internal(set) var misses = 0
    /// The number of requests that were sent to the provider. Retries aren't counted.
    public internal(set) var outbound = 0
    /// The number of fetches that ended without an answer because the provider had asked for a pause.
    public internal(set) var throttled = 0
    /// The number of requests to the provider that gave no usable answer.
    public internal(set) var failures = 0
    /// The number of fetches that gave up because `ProviderLimiter` had no free slot for their request in time.
    public internal(set) var crowded = 0
    /// The number of fetches that were refused because their requester had exceeded the rate limit.
    public internal(set) var refused = 0
}

/// Collects the counts of many concurrent tasks.
final class CatalogueCounter: Sendable {
    private let counts = Mutex(CatalogueCounts())
    private let warnedAt = Mutex<ContinuousClock.Instant?>(nil)

    var current: CatalogueCounts { counts.withLock { $0 } }

    func count(_ change: (inout CatalogueCounts) -> Void) {
        counts.withLock { change(&$0) }
    }

    /// Returns whether a failure may be logged now. It returns true at most once a minute, so that an outage doesn't
    /// fill the log.
    func mayWarn() -> Bool {
        warnedAt.withLock { warnedAt in
            if let before = warnedAt, before + .seconds(60) > .now { return false }
            warnedAt = .now
            return true
        }
    }
}
