import Foundation

/// A push as one line of text. The stand-in prints it for a person who tries the stand-in out by hand.
struct Announcement: CustomStringConvertible {
    private struct Payload: Decodable {
        struct APS: Decodable {
            let alert: Alert?
            let badge: Int?
        }
        struct Davenport: Decodable {
            let kind: String?
        }
        let aps: APS?
        let davenport: Davenport?
    }

    private struct Alert: Decodable {
        let title: String?
        let body: String?

        private enum Key: String, CodingKey {
            case title, body
            case titleKey = "title-loc-key"
            case key = "loc-key"
            case arguments = "loc-args"
        }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                (title, body) = (nil, text)
                return
            }
            let alert = try decoder.container(keyedBy: Key.self)
            title = try alert.decodeIfPresent(String.self, forKey: .title) ?? alert.decodeIfPresent(String.self, forKey: .titleKey)
            let arguments = try alert.decodeIfPresent([String].self, forKey: .arguments) ?? []
            body =
                try alert.decodeIfPresent(String.self, forKey: .body)
                ?? alert.decodeIfPresent(String.self, forKey: .key).map { ([$0] + arguments).joined(separator: " · ") }
        }
    }

    let description: String

    init(_ request: PushRequest, payload: Data, now: Date = Date()) {
        let content = try? JSONDecoder().decode(Payload.self, from: payload)
        let text = [content?.aps?.alert?.title, content?.aps?.alert?.body].compactMap(\.self).joined(separator: " — ")
        description = [
            Self.time(now),
            request.topic ?? "",
            "…\(request.device.suffix(4))",
            text.isEmpty ? "(no text)" : text,
            content?.aps?.badge.map { "badge \($0)" } ?? "",
            content?.davenport?.kind ?? "",
            request.collapseID.map { "collapse \($0.prefix(8))…" } ?? "",
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    static func time(_ now: Date) -> String {
        now.formatted(
            .verbatim(
                "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
                timeZone: .current, calendar: .current))
    }
}
