/// A push in progress, and the task that waits for its result. Its owner must call `end` exactly once.
struct PendingPush: Sendable {
    let request: APNsRequest
    let providerToken: String
    let startBy: ContinuousClock.Instant
    /// How often Apple has returned it unprocessed.
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

    /// The last four digits of the device token, which logs may contain.
    var device: String { "…\(request.deviceToken.suffix(4))" }
}
