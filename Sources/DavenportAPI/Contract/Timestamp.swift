import CivilCalendar
import Foundation

/// Parses and formats times as RFC 3339 in UTC with milliseconds.
public enum Timestamp {
    /// Formats a time as `2026-03-01T20:00:00.000Z`, for the years 1 to 9999.
    public static func text(_ date: Date) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { buffer in
            write(date, to: buffer)
            return String(decoding: buffer, as: UTF8.self)
        }
    }

    /// The range of times that can be formatted, in whole seconds since 1970: the years 1 to 9999.
    package static var seconds: ClosedRange<Int> { -62_135_596_800...253_402_300_799 }

    /// Returns the whole microseconds since 1970. A time outside the years 1 to 9999 is clamped to them, because
    /// PostgreSQL has later times whose microseconds overflow.
    package static func microseconds(_ date: Date) -> Int {
        let clamped = min(max(date.timeIntervalSince1970, Double(seconds.lowerBound)), Double(seconds.upperBound) + 0.999_999)
        return Int((clamped * 1_000_000).rounded())
    }

    /// The number of bytes of a formatted time.
    public static let length = 24

    /// Writes the 24 bytes of a time such as `2026-03-01T20:00:00.000Z`. It avoids Foundation's formatters, which are
    /// too slow for the many times in every answer.
    public static func write(_ date: Date, to buffer: UnsafeMutableBufferPointer<UInt8>) {
        let clamped = min(max(date.timeIntervalSince1970, Double(seconds.lowerBound)), Double(seconds.upperBound))
        let milliseconds = Int((clamped * 1000).rounded())
        let (days, ofDay) = milliseconds.flooredDivision(by: 86_400_000)
        let day = CivilDay(daysSince1970: days)
        // "2026-03-01T20:00:00.000Z"
        let text = UnsafeMutableRawBufferPointer(buffer)
        put(day.year / 100, text, 0)
        put(day.year % 100, text, 2, "-")
        put(day.month, text, 5, "-")
        put(day.day, text, 8, "T")
        put(ofDay / 3_600_000, text, 11, ":")
        put(ofDay / 60_000 % 60, text, 14, ":")
        put(ofDay / 1000 % 60, text, 17, ".")
        put(ofDay % 1000 / 10, text, 20)
        text[22] = UInt8(0x30 + ofDay % 10)
        text[23] = UInt8(ascii: "Z")
    }

    /// Writes two digits at a position, and the character `end` after them.
    @inline(__always)
    private static func put(_ number: Int, _ text: UnsafeMutableRawBufferPointer, _ position: Int, _ end: Unicode.Scalar? = nil) {
        let (tens, ones) = UInt16(truncatingIfNeeded: number).quotientAndRemainder(dividingBy: 10)
        text.storeBytes(of: (0x3030 + tens + ones << 8).littleEndian, toByteOffset: position, as: UInt16.self)
        if let end { text[position + 2] = UInt8(ascii: end) }
    }

    /// Parses a time in RFC 3339 with any offset; nil for another form or a time that doesn't exist. The fraction is
    /// truncated to milliseconds. A leap second counts as the second after it.
    public static func parse(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let day = CalendarDate(String(decoding: bytes[0..<10], as: UTF8.self)),
            bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = Digits.number(bytes[11..<13]), let minute = Digits.number(bytes[14..<16]),
            let second = Digits.number(bytes[17..<19]), hour < 24, minute < 60, second <= 60,
            let (milliseconds, rest) = fraction(bytes[19...]), let offset = offset(rest)
        else { return nil }
        let seconds = days(to: day) * 86400 + hour * 3600 + minute * 60 + second - offset
        // An offset can move the time out of the range that can be formatted.
        guard Self.seconds.contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds * 1000 + milliseconds) / 1000)
    }

    private static func fraction(_ bytes: ArraySlice<UInt8>) -> (Int, ArraySlice<UInt8>)? {
        guard bytes.first == UInt8(ascii: ".") else { return (0, bytes) }
        let digits = bytes.dropFirst().prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        let three = (digits + [0x30, 0x30]).prefix(3)
        return Digits.number(ArraySlice(three)).map { ($0, bytes[digits.endIndex...]) }
    }

    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(bytes)
        if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = Digits.number(bytes[1..<3]),
            let minutes = Digits.number(bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    /// Returns the number of days from 1970-01-01 to a day, negative for earlier days.
    public static func days(to date: CalendarDate) -> Int {
        CivilDay(year: date.year, month: date.month, day: date.day).daysSince1970
    }

    /// Returns the day that is a number of days after 1970-01-01.
    public static func civil(fromDays days: Int) -> CalendarDate {
        let civil = CivilDay(daysSince1970: days)
        return CalendarDate(year: civil.year, month: civil.month, day: civil.day)
    }
}
