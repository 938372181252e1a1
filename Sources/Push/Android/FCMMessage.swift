import DavenportAPI
import Domain
import Foundation
import JSON

/// A push to one Android device, in the form that FCM takes (HTTP v1). Google's library shows it if the app isn't open, and
/// hands it to the app otherwise.
struct FCMMessage: Encodable {
    struct Message: Encodable {
        let token: String
        let notification: Notification
        /// What the app opens, and what it needs to translate the text. Of its values, FCM takes only texts.
        let data: [String: String]
        let android: Android
    }

    struct Notification: Encodable {
        let title: String
        let body: String
    }

    struct Android: Encodable {
        /// If several pushes wait for a device with the same key, FCM keeps only the last.
        let collapseKey: String
        let priority = "HIGH"
        /// How long FCM may keep the push if the device can't be reached, such as `60s`.
        let lifetime: String
        let notification: Shown

        enum CodingKeys: String, CodingKey {
            case priority, notification
            case collapseKey = "collapse_key"
            case lifetime = "ttl"
        }
    }

    struct Shown: Encodable {
        /// The device shows only the last notification with the same tag.
        let tag: String
        /// The channel by which a person sets how the device shows such notifications. If the app has none of this name, it is
        /// shown in its default channel.
        let channelID: String
        let sound = "default"
        /// The number that the app's icon shows.
        let badge: Int

        enum CodingKeys: String, CodingKey {
            case tag, sound
            case channelID = "channel_id"
            case badge = "notification_count"
        }
    }

    let message: Message

    /// The maximum number of bytes that FCM allows for what the app gets. This counts the rest of the message, too.
    static let limit = 4096

    /// Returns the push of a delivery as JSON. If it is longer than `limit` bytes, names and titles in it are shortened.
    static func bytes(_ delivery: Delivery, _ text: NoticeText) throws -> [UInt8] {
        try PushPayload.shortened(delivery.notice, text, upTo: limit) { Self(delivery, $0, idField: text.idField) }
    }

    private init(_ delivery: Delivery, _ text: PushText, idField: String?) {
        let (notice, collapseID) = (delivery.notice, PushPayload.collapseID(delivery.notice))
        var data = PushPayload.reference(notice, idField: idField)
        data["badge"] = String(delivery.badge)
        data["locKey"] = text.localizationKey
        data["locArgs"] = (try? JSONWriter.bytes(of: text.localizationArguments)).map { String(decoding: $0, as: UTF8.self) }
        message = Message(
            token: delivery.deviceToken, notification: Notification(title: text.title, body: text.body), data: data,
            android: Android(
                collapseKey: collapseID, lifetime: "\(max(0, Int(delivery.lifetime)))s",
                notification: Shown(tag: collapseID, channelID: notice.kind.rawValue, badge: delivery.badge)))
    }
}
