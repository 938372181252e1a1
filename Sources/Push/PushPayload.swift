import DavenportAPI
import Domain
import Foundation
import JSON
import Secrets

/// Builds the payload of a notification's push.
enum PushPayload {
    /// The maximum size in bytes that Apple allows for a payload.
    static let limit = 4096

    /// Returns the payload as JSON. If it is longer than `limit` bytes, names and titles in it are shortened.
    static func bytes(_ notice: Notice, _ text: NoticeText, badge: Int, upTo limit: Int = limit) throws -> [UInt8] {
        try shortened(notice, text, upTo: limit) { Payload(notice, badge: badge, $0, idField: text.idField) }
    }

    /// Returns a payload as JSON. As long as it is longer than `limit` bytes, names and titles in its text are shortened.
    /// - Parameter payload: makes the payload with a text.
    static func shortened(
        _ notice: Notice, _ text: NoticeText, upTo limit: Int, _ payload: (PushText) -> some Encodable
    ) throws -> [UInt8] {
        let whole = PushText(notice, text)
        var bytes = try JSONWriter.bytes(of: payload(whole))
        var shown = max(whole.title.count, whole.body.count)
        while bytes.count > limit, shown > 1 {
            shown = shown * 3 / 4
            bytes = try JSONWriter.bytes(of: payload(PushText(notice, text, limit: shown)))
        }
        return bytes
    }

    /// Returns the collapse id of a notification's push, 32 hexadecimal digits. On the device, a push replaces an earlier one with the same
    /// collapse id. Two notifications have the same one if their kind, subject, actor and recipient are the same.
    static func collapseID(_ notice: Notice) -> String {
        let parts = [notice.kind.rawValue] + [notice.aboutID, notice.actor?.id, notice.recipientID].map { $0?.uuidString ?? "-" }
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

    /// The ids of the items that the app opens for the notification. The id of the notification's subject is in a field
    /// whose name the area defines.
    struct Reference: Encodable {
        let kind: NotificationKind
        let userID: String?
        let about: (field: String, id: String)?

        private struct Field: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Field.self)
            try container.encode(kind, forKey: Field(stringValue: "kind"))
            try container.encodeIfPresent(userID, forKey: Field(stringValue: "userID"))
            if let about { try container.encode(about.id, forKey: Field(stringValue: about.field)) }
        }
    }

    init(_ notice: Notice, badge: Int, _ text: PushText, idField: String?) {
        let aboutID = notice.aboutID?.uuidString.lowercased()
        aps = APS(
            alert: Alert(
                title: text.title, body: text.body, localizationKey: text.localizationKey,
                localizationArguments: text.localizationArguments),
            badge: badge, threadID: aboutID ?? notice.kind.rawValue)
        davenport = Reference(
            kind: notice.kind, userID: notice.actor?.id.uuidString.lowercased(),
            about: idField.flatMap { field in aboutID.map { (field, $0) } })
    }
}
