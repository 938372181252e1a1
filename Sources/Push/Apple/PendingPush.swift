/// A push that is queued or in flight, with the task that waits for its result. Its `end` must be called exactly once.
struct PendingPush: Sendable {
    let request: APNsRequest
    let providerToken: String
    let startBy: ContinuousClock.Instant
    /// The number of times that Apple has returned the push unprocessed.
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

    /// The last four digits of the device token, for logs, which must not contain the whole token.
    var device: String { "…\(request.deviceToken.suffix(4))" }
}
