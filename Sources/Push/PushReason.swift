/// The reasons that the worker itself gives for a push that failed. A push service's answer gives others.
public enum PushReason: String, Sendable, CaseIterable {
    case browsersOff = "web push is off"
    case closing = "closing"
    case connectionLost = "connection lost"
    case fcmOff = "FCM is off"
    case internalError = "internal error"
    case invalidPush = "invalid push"
    case noAnswer = "no answer in time"
    case noConnection = "no connection"
    case noKeyForApp = "no key for the app"
    case noKeyForBrowsers = "no key for browsers"
    case noStatus = "the answer has no status"
    case noStream = "no stream was free in time"
    case streamClosed = "stream closed"
    case streamRefused = "stream refused"
    case streamReset = "stream reset"
    case unknownKind = "unknown kind"
    case unknownService = "push service unknown"
    case unreadableKey = "unreadable key"

    /// Returns the text that the database and logs have: the reason, and behind a colon what is known beyond it.
    func text(_ detail: String?) -> String { detail.map { "\(rawValue): \($0)" } ?? rawValue }

    /// Returns the label that metrics show for a text: the part before its colon if that is a known reason, else `other`.
    static func label(of text: String) -> String {
        let label = String(text.prefix { $0 != ":" })
        return labels.contains(label) ? label : "other"
    }

    /// The worker's reasons, those that Apple and Google document, the statuses of other push services, and those of the database.
    private static let labels = Set(allCases.map { $0.rawValue }).union([
        "BadCertificate", "BadCertificateEnvironment", "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPath",
        "BadPriority", "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders", "ExpiredProviderToken", "ExpiredToken", "Forbidden",
        "IdleTimeout", "InternalServerError", "InvalidProviderToken", "InvalidPushType", "MethodNotAllowed", "MissingDeviceToken",
        "MissingProviderToken", "MissingTopic", "PayloadEmpty", "PayloadTooLarge", "ServiceUnavailable", "Shutdown",
        "TooManyProviderTokenUpdates", "TooManyRequests", "TopicDisallowed", "UnrelatedKeyIdInToken", "Unregistered", "expired", "unknown",
        "INTERNAL", "INVALID_ARGUMENT", "NOT_FOUND", "PERMISSION_DENIED", "QUOTA_EXCEEDED", "RESOURCE_EXHAUSTED", "SENDER_ID_MISMATCH",
        "THIRD_PARTY_AUTH_ERROR", "UNAUTHENTICATED", "UNAVAILABLE", "UNREGISTERED", "invalid_grant",
        "status 400", "status 401", "status 403", "status 404", "status 410", "status 413", "status 429", "status 500", "status 502",
        "status 503",
    ])
}
