/// The reasons for failed pushes as metrics show them. Only the reasons in a fixed set become labels.
enum PushReason {
    /// The reasons that Apple documents, the statuses of other push services, and the reasons that the worker itself gives.
    private static let all: Set<String> = [
        "BadCertificate", "BadCertificateEnvironment", "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPath",
        "BadPriority", "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders", "ExpiredProviderToken", "ExpiredToken", "Forbidden",
        "IdleTimeout", "InternalServerError", "InvalidProviderToken", "InvalidPushType", "MethodNotAllowed", "MissingDeviceToken",
        "MissingProviderToken", "MissingTopic", "PayloadEmpty", "PayloadTooLarge", "ServiceUnavailable", "Shutdown",
        "TooManyProviderTokenUpdates",
        "TooManyRequests", "TopicDisallowed", "UnrelatedKeyIdInToken", "Unregistered", "expired", "internal error", "no key for the app",
        "no answer in time", "no stream was free in time", "stream closed", "the answer has no status", "unknown", "unknown kind",
        "no key for browsers", "no connection", "connection lost", "push service unknown", "web push is off", "status 400", "status 401",
        "status 403", "status 404", "status 410", "status 413", "status 429", "status 500", "status 502", "status 503",
    ]

    /// Returns the reason itself if it is in the fixed set, else `other`.
    static func known(_ reason: String) -> String { all.contains(reason) ? reason : "other" }
}
