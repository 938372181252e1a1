/// So many requests in any second, whenever it begins: then the provider has no reason to throttle.
struct ProviderRate: Sendable {
    /// How many. Where it becomes less, what has begun counts all the same.
    var limit: Int
    /// Those of the last second, the first of them first.
    private var begun: [ContinuousClock.Instant] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a request, where one may begin now.
    /// - Returns: else from when on one may.
    mutating func begin(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        begun.removeAll { $0 + .seconds(1) <= now }
        guard begun.count < limit else { return begun[begun.count - limit] + .seconds(1) }
        begun.append(now)
        return nil
    }
}
