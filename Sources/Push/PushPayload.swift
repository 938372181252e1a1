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
    /// - Parameters:
    ///   - words: the language of the text.
    ///   - payload: makes the payload with a text.
    static func shortened(
        _ notice: Notice, _ text: NoticeText, upTo limit: Int, in words: SentenceTranslations = .english,
        _ payload: (PushText) -> some Encodable
    ) throws -> [UInt8] {
        let whole = PushText(notice, text, in: words)
        var bytes = try JSONWriter.bytes(of: payload(whole))
        var shown = max(whole.title.count, whole.body.count)
        while bytes.count > limit, shown > 1 {
            shown = shown * 3 / 4
            bytes = try JSONWriter.bytes(of: payload(PushText(notice, text, limit: shown, in: words)))
        }
        return bytes
    }

    /// Returns the kind of a notification, and the ids of the items that the app opens for it.
    /// - Parameter idField: the field with the id of what the notification is about, whose name the area defines.
    static func reference(_ notice: Notice, idField: String?) -> [String: String] {
        var fields = ["kind": notice.kind.rawValue]
        fields["userID"] = notice.actor?.id.uuidString.lowercased()
        if let idField { fields[idField] = notice.aboutID?.uuidString.lowercased() }
        return fields
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
    let davenport: [String: String]

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

    init(_ notice: Notice, badge: Int, _ text: PushText, idField: String?) {
        aps = APS(
            alert: Alert(
                title: text.title, body: text.body, localizationKey: text.localizationKey,
                localizationArguments: text.localizationArguments),
            badge: badge, threadID: notice.aboutID?.uuidString.lowercased() ?? notice.kind.rawValue)
        davenport = PushPayload.reference(notice, idField: idField)
    }
}
