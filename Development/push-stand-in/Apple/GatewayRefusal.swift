/// A refusal of a push, with Apple's reason and HTTP status.
struct GatewayRefusal: Error {
    let status: Int
    let reason: String

    static let badCollapseID = GatewayRefusal(400, "BadCollapseId")
    static let badDeviceToken = GatewayRefusal(400, "BadDeviceToken")
    static let badExpirationDate = GatewayRefusal(400, "BadExpirationDate")
    static let badMessageID = GatewayRefusal(400, "BadMessageId")
    static let badPriority = GatewayRefusal(400, "BadPriority")
    static let badTopic = GatewayRefusal(400, "BadTopic")
    static let duplicateHeaders = GatewayRefusal(400, "DuplicateHeaders")
    static let invalidPushType = GatewayRefusal(400, "InvalidPushType")
    static let missingDeviceToken = GatewayRefusal(400, "MissingDeviceToken")
    static let missingTopic = GatewayRefusal(400, "MissingTopic")
    static let payloadEmpty = GatewayRefusal(400, "PayloadEmpty")
    static let topicDisallowed = GatewayRefusal(400, "TopicDisallowed")
    static let expiredProviderToken = GatewayRefusal(403, "ExpiredProviderToken")
    static let invalidProviderToken = GatewayRefusal(403, "InvalidProviderToken")
    static let missingProviderToken = GatewayRefusal(403, "MissingProviderToken")
    static let badPath = GatewayRefusal(404, "BadPath")
    static let methodNotAllowed = GatewayRefusal(405, "MethodNotAllowed")
    static let payloadTooLarge = GatewayRefusal(413, "PayloadTooLarge")
    static let tooManyProviderTokenUpdates = GatewayRefusal(429, "TooManyProviderTokenUpdates")

    private init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
