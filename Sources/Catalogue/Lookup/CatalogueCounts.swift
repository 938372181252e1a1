import Synchronization

/// What a server's catalogue did since it began. Whatever tells metrics reads it from `MediaCatalogue.counts`.
public struct CatalogueCounts: Sendable, Equatable {
    /// Answered from what is kept, which was fresh.
    public internal(set) var hits = 0
    /// Answered from what is kept, which was not.
    public internal(set) var stale = 0
    /// Nothing was kept.
    public internal(set) var misses = 0
    /// Requests to the provider, a retry not counted.
    public internal(set) var outbound = 0
    /// The provider wanted to be left alone, or was left alone because it did.
    public internal(set) var throttled = 0
    /// Requests to the provider of which nothing came.
    public internal(set) var failures = 0
    /// There was no turn in time to ask the provider.
    public internal(set) var crowded = 0
    /// Somebody had asked for too much.
    public internal(set) var refused = 0
}

/// Counts for many at once.
final class CatalogueCounter: Sendable {
    private let counts = Mutex(CatalogueCounts())
    private let warnedAt = Mutex<ContinuousClock.Instant?>(nil)

    var current: CatalogueCounts { counts.withLock { $0 } }

    func count(_ change: (inout CatalogueCounts) -> Void) {
        counts.withLock { change(&$0) }
    }

    /// Whether a failure is worth a line of the log: one a minute tells as much as one for each request.
    func mayWarn() -> Bool {
        warnedAt.withLock { warnedAt in
            if let before = warnedAt, before + .seconds(60) > .now { return false }
            warnedAt = .now
            return true
        }
    }
}
