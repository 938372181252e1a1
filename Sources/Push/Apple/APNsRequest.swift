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
