import DavenportAPI
import Foundation

extension Parser {
    /// Parsers of times and days in requests.
    static let times = [
        Parser("timestamp", ["2026-03-01T20:00:00.000Z", "2024-02-29T23:59:60.999999+05:30", "0001-01-01T00:00:00Z"] + UnusualValues.times)
        {
            text in
            guard let date = Timestamp.parse(text) else { return }
            let written = Timestamp.text(date)
            try require(written.utf8.count == Timestamp.length, "a time has 24 characters: \(written)")
            guard let again = Timestamp.parse(written) else { throw Broken("what is written can be read: \(written)") }
            try require(Timestamp.text(again) == written, "what is written is read as the same time: \(written)")
        },
        Parser("calendar-date", ["2001-02-28", "2024-02-29", "0001-01-01", "9999-12-31"]) { text in
            guard let date = CalendarDate(text) else { return }
            try require(date.description.utf8.elementsEqual(text.utf8), "a day has one spelling: \(date)")
            try require(Timestamp.civil(fromDays: Timestamp.days(to: date)) == date, "a day is its number's: \(date)")
        },
        Parser("time-of-day", ["22:00", "07:30", "00:00", "23:59"]) { text in
            guard let time = TimeOfDay(text) else { return }
            try require(time.description.utf8.elementsEqual(text.utf8), "a time of day has one spelling: \(time)")
        },
        Parser("timestamp-text", ["15:43 this", "1:02:03 x", "75:00 x", "0:07 a\nb", "15:43"], words: [":", " ", "59", "\n"]) { text in
            guard let (seconds, content) = TimestampText.cut(text) else { return }
            try require((0..<86_400).contains(seconds) && !content.isEmpty, "a second of a day and a text: \(seconds)")
            try require(TimestampText.seconds(TimestampText.text(seconds)) == seconds, "a second is read as it is written: \(seconds)")
        },
    ]
}
