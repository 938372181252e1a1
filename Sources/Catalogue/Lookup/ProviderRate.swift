/// Limits how many requests start within any span of one second, so that the provider has no reason to throttle. The
/// span may begin at any moment.
struct ProviderRate: Sendable {
    /// The maximum number of requests that may start within a second. After it is lowered, requests of the last second
    /// still count.
    var limit: Int
    /// The times at which the requests of the last second started, earliest first.
    private var begun: [ContinuousClock.Instant] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a request, if one may start now.
    /// - Returns: nil if it was counted; else the time from which the next request may start.
    mutating func begin(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        begun.removeAll { $0 + .seconds(1) <= now }
        guard begun.count < limit else { return begun[begun.count - limit] + .seconds(1) }
        begun.append(now)
        return nil
    }
}
