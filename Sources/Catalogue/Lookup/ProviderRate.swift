/// Limits the requests within any second, wherever that second begins, so that the provider has no reason to throttle.
struct ProviderRate: Sendable {
    /// The most requests within a second. If it is lowered, requests that have started still count.
    var limit: Int
    /// The start times of the last second's requests, the earliest first.
    private var begun: [ContinuousClock.Instant] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a request if one may start now.
    /// - Returns: nil if it was counted; else when the next request may start.
    mutating func begin(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        begun.removeAll { $0 + .seconds(1) <= now }
        guard begun.count < limit else { return begun[begun.count - limit] + .seconds(1) }
        begun.append(now)
        return nil
    }
}
