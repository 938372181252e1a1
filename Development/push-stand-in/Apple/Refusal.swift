/// A refusal of a push, with Apple's reason and HTTP status.
struct Refusal: Error {
    let status: Int
    let reason: String

    static let badCollapseID = Refusal(400, "BadCollapseId")
    static let badDeviceToken = Refusal(400, "BadDeviceToken")
    static let badExpirationDate = Refusal(400, "BadExpirationDate")
    static let badMessageID = Refusal(400, "BadMessageId")
    static let badPriority = Refusal(400, "BadPriority")
    static let badTopic = Refusal(400, "BadTopic")
    static let duplicateHeaders = Refusal(400, "DuplicateHeaders")
    static let invalidPushType = Refusal(400, "InvalidPushType")
    static let missingDeviceToken = Refusal(400, "MissingDeviceToken")
    static let missingTopic = Refusal(400, "MissingTopic")
    static let payloadEmpty = Refusal(400, "PayloadEmpty")
    static let topicDisallowed = Refusal(400, "TopicDisallowed")
    static let expiredProviderToken = Refusal(403, "ExpiredProviderToken")
    static let invalidProviderToken = Refusal(403, "InvalidProviderToken")
    static let missingProviderToken = Refusal(403, "MissingProviderToken")
    static let badPath = Refusal(404, "BadPath")
    static let methodNotAllowed = Refusal(405, "MethodNotAllowed")
    static let payloadTooLarge = Refusal(413, "PayloadTooLarge")
    static let tooManyProviderTokenUpdates = Refusal(429, "TooManyProviderTokenUpdates")

    private init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
