import Foundation

/// A push to one device. Its type (`apns-push-type: alert`) and its priority (10, immediate) are always the same.
public struct APNsRequest: Sendable {
    /// The value of the header `apns-id`, which identifies the push. It stays the same when the push is retried.
    public let id: UUID
    /// The device token in hexadecimal digits, as the app received it. Logs contain only its last four digits.
    public let deviceToken: String
    /// The value of the header `apns-topic`: the app's bundle id.
    public let topic: String
    /// The time until which Apple may keep the push if the device can't be reached. The header `apns-expiration` has it
    /// in whole seconds.
    public let expiration: Date
    /// The value of the header `apns-collapse-id`, at most 64 bytes. If several pushes have the same value, the device
    /// shows only the last.
    public let collapseID: String
    /// The payload, a JSON object of at most 4096 bytes.
    public let payload: [UInt8]

    public init(id: UUID, deviceToken: String, topic: String, expiration: Date, collapseID: String, payload: [UInt8]) {
        self.id = id
        self.deviceToken = deviceToken
        self.topic = topic
        self.expiration = expiration
        self.collapseID = collapseID
        self.payload = payload
    }
}

/// The result of sending one push.
public enum APNsResult: Sendable, Hashable {
    /// Apple answered, with any status.
    case answered(APNsAnswer)
    /// The push was sent and no answer arrived, so Apple may or may not have delivered it. The text is what is known
    /// beyond the reason.
    case unanswered(PushReason, String? = nil)
    /// Apple has certainly not processed the push.
    case notSent(PushReason, String? = nil)
}

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
