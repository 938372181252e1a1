import DavenportAPI
import Foundation
import Testing

@Suite("rules 10: times and dates in JSON")
struct TimeTests {
    /// Shows rule 10.2.
    @Test(
        "A valid time is parsed",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("2026-03-01T20:00:00.000Z", 1_772_395_200), ("2026-03-01T21:00:00+01:00", 1_772_395_200),
            ("2026-03-01t20:00:00.5z", 1_772_395_200.5), ("2026-03-01T20:00:00.123456Z", 1_772_395_200.123),
            ("2024-02-29T00:00:00-23:59", 1_709_251_140), ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
        ])
    func parsed(text: String, seconds: Double) throws {
        #expect(try #require(Timestamp.parse(text)).timeIntervalSince1970 == seconds)
    }

    /// Shows rule 10.5.
    @Test(
        "An invalid time is refused",
        arguments: [
            "0001-01-01T00:00:00+23:59", "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:61Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+1:00",
            "20260101T000000Z", "2026-01-01T00:00:00Zjunk", "yesterday", "", "2026-01-01T00:00:00+24:00", "0000-01-01T00:00:00Z",
        ])
    func refused(text: String) {
        #expect(Timestamp.parse(text) == nil)
    }

    /// Shows rule 10.2.
    @Test(
        "A written time parses to the same value",
        arguments: [0.0, 1_772_395_200.123, -1, 951_782_400, 4_102_444_799.999, -62_135_596_800])
    func roundTrip(seconds: Double) throws {
        let text = Timestamp.text(Date(timeIntervalSince1970: seconds))
        #expect(text.utf8.count == Timestamp.length)
        #expect(try #require(Timestamp.parse(text)).timeIntervalSince1970 == seconds)
    }

    @Test("Each part of a time is written and parsed for all its values")
    func parts() throws {
        let years = (1...9999).map { Timestamp.days(to: CalendarDate(year: $0, month: 1, day: 1)) }
        let leapDays = (0..<366).map { Timestamp.days(to: CalendarDate(year: 2024, month: 1, day: 1)) + $0 }
        let ofHour = Array(0..<3600)
        let hours = (0..<24).map { $0 * 3600 }
        let milliseconds = ((years + leapDays).map { $0 * 86_400 } + ofHour + hours).map { $0 * 1000 } + Array(0..<1000)
        for number in milliseconds {
            let date = Date(timeIntervalSince1970: Double(number) / 1000)
            #expect(try #require(Timestamp.parse(Timestamp.text(date))) == date)
        }
    }

    @Test("Every day of four centuries has its number")
    func days() {
        let first = Timestamp.days(to: CalendarDate(year: 1800, month: 1, day: 1))
        for offset in 0..<146_097 {
            let day = Timestamp.civil(fromDays: first + offset)
            #expect(CalendarDate(day.description) == day)
            #expect(Timestamp.days(to: day) == first + offset)
        }
    }

    /// Shows rule 10.5.
    @Test(
        "An invalid date is refused",
        arguments: ["2026-02-30", "1900-02-29", "2026-00-10", "2026-1-01", "0000-01-01", "２026-01-01"])
    func noDate(text: String) {
        #expect(CalendarDate(text) == nil)
    }
}
