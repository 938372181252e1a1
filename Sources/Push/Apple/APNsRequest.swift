import Foundation

/// A push to one device. Its type (`apns-push-type: alert`) and priority (10, immediate) are always the same.
public struct APNsRequest: Sendable {
    /// The value of `apns-id`. It stays the same when the push is retried.
    public let id: UUID
    /// The device token in hexadecimal digits, as the app received it. Logs contain only its last four.
    public let deviceToken: String
    /// The value of `apns-topic`: the app's bundle identifier.
    public let topic: String
    /// The value of `apns-expiration`: how long Apple may keep the push for an unreachable device. Rounded to whole
    /// seconds.
    public let expiration: Date
    /// The value of `apns-collapse-id`, at most 64 bytes. Of pushes with the same id, the device shows only the last.
    public let collapseID: String
    /// The JSON object, at most 4096 bytes.
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
