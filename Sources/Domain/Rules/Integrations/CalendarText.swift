import DavenportAPI
import Foundation

/// An event in the calendar of a key's owner.
package struct CalendarEvent: Sendable {
    /// What stays the same as long as the event is about the same thing, such as `episode-95396-2-3`.
    package let id: String
    package let summary: String
    package let time: Time

    /// When an event is.
    package enum Time: Sendable, Equatable {
        case day(CalendarDate)
        case moment(Date)
    }

    /// Makes an event.
    /// - Parameter id: unique among the events of all areas.
    package init(id: String, summary: String, _ time: Time) {
        (self.id, self.summary, self.time) = (id, summary, time)
    }
}

/// Writes a calendar in the format of RFC 5545. The text depends on the events alone, so that its ETag stays the same
/// while they do.
enum CalendarText {
    /// How often a program should ask for the calendar, as a duration of RFC 5545.
    private static let refresh = "PT6H"

    /// Returns a calendar of events. Of events with the same id, only the first appears.
    static func text(of events: [CalendarEvent], in tenant: Tenant) -> String {
        var seen: Set<String> = []
        let unique = events.filter { seen.insert($0.id).inserted }.sorted { $0.sortKey < $1.sortKey }
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Davenport//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
            "X-WR-CALNAME:" + escaped(tenant.name), "REFRESH-INTERVAL;VALUE=DURATION:" + refresh, "X-PUBLISHED-TTL:" + refresh,
        ]
        return (head + unique.flatMap { lines(of: $0, in: tenant) } + ["END:VCALENDAR"]).map { folded($0) + "\r\n" }.joined()
    }

    private static func lines(of event: CalendarEvent, in tenant: Tenant) -> [String] {
        // The time stamp must not depend on when the calendar is read, so it is the event's own time.
        let (stamp, start) =
            switch event.time {
            case .day(let day): (compact(day) + "T000000Z", ["DTSTART;VALUE=DATE:" + compact(day), "TRANSP:TRANSPARENT"])
            case .moment(let moment): (compact(moment), ["DTSTART:" + compact(moment)])
            }
        return ["BEGIN:VEVENT", "UID:\(event.id)@\(tenant.id.lowercased).davenport", "DTSTAMP:" + stamp] + start
            + ["SUMMARY:" + escaped(event.summary), "END:VEVENT"]
    }

    /// Returns a day such as `20260301`.
    private static func compact(_ day: CalendarDate) -> String { day.description.replacing("-", with: "") }

    /// Returns a moment such as `20260301T200000Z`.
    private static func compact(_ moment: Date) -> String {
        String(Timestamp.text(moment).prefix(19)).replacing("-", with: "").replacing(":", with: "") + "Z"
    }

    /// Escapes a text (RFC 5545, 3.3.11).
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,").replacing("\r\n", with: "\\n")
            .replacing("\n", with: "\\n")
    }

    /// Breaks a line so that none has more than 75 bytes (RFC 5545, 3.1), and never inside a character.
    private static func folded(_ line: String) -> String {
        var (folded, length) = ("", 0)
        for scalar in line.unicodeScalars {
            let count = UTF8.width(scalar)
            if length + count > 75 {
                folded += "\r\n "
                length = 1
            }
            folded.unicodeScalars.append(scalar)
            length += count
        }
        return folded
    }
}

extension CalendarEvent {
    /// The events' order: by time, then by id, so that the text doesn't depend on the order of rows.
    fileprivate var sortKey: String {
        switch time {
        case .day(let day): "\(day) \(id)"
        case .moment(let moment): "\(Timestamp.text(moment)) \(id)"
        }
    }
}
