import Foundation

/// What shall be pushed to one device. Its kind (`apns-push-type: alert`) and priority (10, at once) are always the same.
public struct APNsRequest: Sendable {
    /// `apns-id`: one push, however often it is sent.
    public let id: UUID
    /// The device, in hexadecimal digits, as its app gave it. Never in a log but for its last four.
    public let deviceToken: String
    /// `apns-topic`: the app's bundle identifier.
    public let topic: String
    /// `apns-expiration`: until when Apple may keep it for a device that can't be reached. Counted in whole seconds.
    public let expiration: Date
    /// `apns-collapse-id`: of pushes with the same one the device shows the last alone. At most 64 bytes.
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
