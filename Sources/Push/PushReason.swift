/// Why pushes fail, as metrics call it: what others say is one of a few words there.
enum PushReason {
    /// Apple's own, as its documentation lists them, and ours.
    private static let all: Set<String> = [
        "BadCertificate", "BadCertificateEnvironment", "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPath",
        "BadPriority", "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders", "ExpiredProviderToken", "ExpiredToken", "Forbidden",
        "IdleTimeout", "InternalServerError", "InvalidProviderToken", "InvalidPushType", "MethodNotAllowed", "MissingDeviceToken",
        "MissingProviderToken", "MissingTopic", "PayloadEmpty", "PayloadTooLarge", "ServiceUnavailable", "Shutdown",
        "TooManyProviderTokenUpdates",
        "TooManyRequests", "TopicDisallowed", "UnrelatedKeyIdInToken", "Unregistered", "expired", "internal error", "no key for the app",
        "no answer in time", "no stream was free in time", "stream closed", "the answer has no status", "unknown", "unknown kind",
    ]

    /// The reason itself where it is known, else `other`.
    static func known(_ reason: String) -> String { all.contains(reason) ? reason : "other" }
}
