/// A request on its way, and the task that waits for its result. Whoever holds it ends it, once.
struct PendingPush: Sendable {
    let request: APNsRequest
    let providerToken: String
    let startBy: ContinuousClock.Instant
    /// How often Apple has given it back unprocessed.
    var returns = 0
    private let continuation: CheckedContinuation<APNsResult, Never>

    init(
        _ request: APNsRequest, providerToken: String, startBy: ContinuousClock.Instant,
        continuation: CheckedContinuation<APNsResult, Never>
    ) {
        self.request = request
        self.providerToken = providerToken
        self.startBy = startBy
        self.continuation = continuation
    }

    func end(_ result: APNsResult) {
        continuation.resume(returning: result)
    }

    /// The device, as a log may show it.
    var device: String { "…\(request.deviceToken.suffix(4))" }
}
