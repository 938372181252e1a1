import DavenportAPI
import Domain
import Foundation
import Secrets

/// What is sent to a device about a notification.
enum PushPayload {
    /// Apple takes no more bytes.
    static let limit = 4096

    /// The JSON. Names and titles are shortened until it fits.
    static func bytes(_ notice: Notice, badge: Int, upTo limit: Int = limit) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var payload = Payload(notice, badge: badge, text: PushText(notice))
        var bytes = try encoder.encode(payload)
        var shown = max(payload.aps.alert.title.count, payload.aps.alert.body.count)
        while bytes.count > limit, shown > 1 {
            shown = shown * 3 / 4
            payload = Payload(notice, badge: badge, text: PushText(notice, limit: shown))
            bytes = try encoder.encode(payload)
        }
        return Array(bytes)
    }

    /// Pushes with the same one replace each other on the screen: those of one kind from one person about one room.
    static func collapseID(_ notice: Notice) -> String {
        let parts = [notice.kind.rawValue] + [notice.roomID, notice.actorID, notice.recipientID].map { $0?.uuidString ?? "-" }
        return Digest.sha256(parts.joined(separator: " ").utf8).prefix(16).hexadecimal
    }
}

private struct Payload: Encodable {
    let aps: APS
    let davenport: Reference

    struct APS: Encodable {
        let alert: Alert
        let badge: Int
        let sound = "default"
        let threadID: String

        enum CodingKeys: String, CodingKey {
            case alert, badge, sound
            case threadID = "thread-id"
        }
    }

    struct Alert: Encodable {
        let title: String
        let body: String
        let localizationKey: String
        let localizationArguments: [String]

        enum CodingKeys: String, CodingKey {
            case title, body
            case localizationKey = "loc-key"
            case localizationArguments = "loc-args"
        }
    }

    /// What the app opens.
    struct Reference: Encodable {
        let kind: NotificationKind
        let roomID: String?
        let userID: String?
    }

    init(_ notice: Notice, badge: Int, text: PushText) {
        aps = APS(
            alert: Alert(
                title: text.title, body: text.body, localizationKey: text.localizationKey,
                localizationArguments: text.localizationArguments),
            badge: badge, threadID: notice.roomID?.uuidString.lowercased() ?? notice.kind.rawValue)
        davenport = Reference(
            kind: notice.kind, roomID: notice.roomID?.uuidString.lowercased(), userID: notice.actorID?.uuidString.lowercased())
    }
}
