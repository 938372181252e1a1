import DavenportAPI
import Foundation

/// A push as one line of text. The stand-in prints it for a person who tries the stand-in out by hand.
enum Announcement {
    static func text(_ request: PushRequest, payload: Data) -> String {
        let content = try? JSONDecoder().decode(JSONValue.self, from: payload)
        let alert = content?["aps"]?["alert"]
        let arguments = alert?["loc-args"]?.elements.compactMap(\.text) ?? []
        let title = alert?["title"]?.text ?? alert?["title-loc-key"]?.text
        let key = alert?["loc-key"]?.text.map { ([$0] + arguments).joined(separator: " · ") }
        let text = [title, alert?.text ?? alert?["body"]?.text ?? key].compactMap(\.self).joined(separator: " — ")
        return [
            time(), request["apns-topic"] ?? "", "…\(request.device.suffix(4))", text.isEmpty ? "(no text)" : text,
            content?["aps"]?["badge"].map { "badge \($0)" } ?? "", content?["davenport"]?["kind"]?.text ?? "",
            request["apns-collapse-id"].map { "collapse \($0.prefix(8))…" } ?? "",
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    static func time() -> String {
        Date().formatted(
            .verbatim(
                "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
                timeZone: .current, calendar: .current))
    }
}
