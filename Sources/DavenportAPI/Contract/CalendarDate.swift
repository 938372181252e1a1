import CivilCalendar

/// A day of the Gregorian calendar, such as a date of birth. Its text form is `2001-02-28`.
public struct CalendarDate: Sendable, Hashable, Comparable {
    /// The year. It is 1 to 9999 in a date that was parsed.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Creates a date without checking the parts. Use `init(_:)` for input from outside.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses a date of the form `YYYY-MM-DD`; nil for another form or for a day that doesn't exist.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]), let day = Digits.number(bytes[8..<10]),
            year >= 1, CivilDay(year: year, month: month, day: day).exists
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: CustomStringConvertible, Codable {
    /// The date's text in JSON, such as `2001-02-28`.
    public var description: String {
        Digits.padded(year, 4) + "-" + Digits.padded(month, 2) + "-" + Digits.padded(day, 2)
    }

    /// Decodes a date from its text form.
    /// - Throws: `DecodingError` if the text isn't a day of the calendar.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = CalendarDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Strict parsing and formatting of ASCII digits.
enum Digits {
    /// Parses one to nine ASCII digits; nil for anything else.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard (1...9).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Formats a number with leading zeros.
    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
