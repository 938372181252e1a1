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

/// Writes a calendar in the format of RFC 5545. The text depends on the events and their revisions alone, so that its ETag
/// stays the same while they do.
///
/// It has no `METHOD`: a calendar that a program subscribes to is no message between calendars, and RFC 5546 (3.2.1)
/// would demand an `ORGANIZER` with an e-mail address. Without one, `DTSTAMP` is the time of the event's last change, as
/// `LAST-MODIFIED` is (RFC 5545, 3.8.7.2).
enum CalendarText {
    /// How often a program should ask for the calendar, as a duration of RFC 5545.
    private static let refresh = "PT6H"

    /// Returns a calendar of events. Of events with the same id, only the first appears.
    static func text(of events: [CalendarEvent], _ revisions: CalendarRevisions, in tenant: Tenant) -> String {
        var seen: Set<String> = []
        let unique = events.filter { seen.insert($0.id).inserted }.sorted { $0.sortKey < $1.sortKey }
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Davenport//EN", "CALSCALE:GREGORIAN",
            "NAME:" + escaped(tenant.name), "X-WR-CALNAME:" + escaped(tenant.name), "REFRESH-INTERVAL;VALUE=DURATION:" + refresh,
            "X-PUBLISHED-TTL:" + refresh,
        ]
        return (head + unique.flatMap { lines(of: $0, revisions[$0], in: tenant) } + ["END:VCALENDAR"]).map { folded($0) + "\r\n" }.joined()
    }

    private static func lines(of event: CalendarEvent, _ revision: CalendarRevisions.Revision?, in tenant: Tenant) -> [String] {
        let start =
            switch event.time {
            case .day: ["DTSTART;VALUE=DATE:" + event.time.text, "TRANSP:TRANSPARENT"]
            case .moment: ["DTSTART:" + event.time.text]
            }
        let changedAt = CalendarEvent.Time.text(of: Date(timeIntervalSince1970: Double(revision?.changedAt ?? 0)))
        return [
            "BEGIN:VEVENT", "UID:\(event.id)@\(tenant.id.lowercased).davenport", "DTSTAMP:" + changedAt, "LAST-MODIFIED:" + changedAt,
            "SEQUENCE:\(revision?.sequence ?? 0)",
        ] + start + ["SUMMARY:" + escaped(event.summary), "END:VEVENT"]
    }

    /// Escapes a text (RFC 5545, 3.3.11). Line breaks become `\n`, and other control characters, which a text can't have, are
    /// left out.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += ["\\", scalar]
            case "\n", "\r": escaped += ["\\", "n"]
            case "\t": escaped.append(scalar)
            case _ where scalar.properties.generalCategory == .control: break
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
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
