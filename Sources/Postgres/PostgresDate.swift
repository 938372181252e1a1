import CivilCalendar

/// A calendar day, PostgreSQL's `date`, without time or zone.
public struct PostgresDate: Hashable, Sendable, Comparable {
    /// The astronomical year: year 0 is 1 BC.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1 to 31.
    public let day: Int

    /// Returns nil unless the day exists in the Gregorian calendar and lies within PostgreSQL's range (4713 BC to
    /// 5874897).
    public init?(year: Int, month: Int, day: Int) {
        let civil = CivilDay(year: year, month: month, day: day)
        guard (-4712...5_874_897).contains(year), civil.exists else { return nil }
        self.init(civil)
    }

    private init(_ civil: CivilDay) {
        (year, month, day) = (civil.year, civil.month, civil.day)
    }

    /// Creates the day that is the given number of days after 1 January 1970, or before it if the number is negative.
    init(daysSince1970 days: Int) {
        self.init(CivilDay(daysSince1970: days))
    }

    /// The number of days since 1 January 1970.
    var daysSince1970: Int { CivilDay(year: year, month: month, day: day).daysSince1970 }

    public static func < (left: PostgresDate, right: PostgresDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension PostgresDate: CustomStringConvertible {
    /// The day in ISO form: `2024-02-29`, `0044-03-15 BC`.
    public var description: String {
        String(unsafeUninitializedCapacity: DateWriter.room) {
            var text = DateWriter($0)
            text.put(self)
            return text.count
        }
    }
}

extension PostgresDate: PostgresCodable {
    public var postgresText: String? { description }

    /// The day from which PostgreSQL counts, 1 January 2000, in days since 1970.
    static let epoch = 10_957

    /// Reads a `date` value. Throws for `infinity`, which is not a day.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .date else { throw value.mismatch(PostgresDate.self) }
        let days = try value.number(Int32.self)
        guard days != .max, days != .min else { throw value.failure("holds no day of the calendar") }
        self.init(daysSince1970: Int(days) + Self.epoch)
    }
}

/// Writes the parts of a date or time, such as the day and then the hours, in PostgreSQL's ISO form. `DateText` reads
/// that form.
struct DateWriter {
    /// The size of the text buffer in bytes. No date or time is longer.
    static let room = 40
    private let text: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// - Parameter text: a buffer of `room` bytes.
    init(_ text: UnsafeMutableBufferPointer<UInt8>) { self.text = text }

    /// Writes a day such as `2024-02-29` or `0044-03-15 BC`.
    mutating func put(_ day: PostgresDate) {
        put(day.year > 0 ? day.year : 1 - day.year, 4, "-")
        put(day.month, 2, "-")
        put(day.day, 2)
        if day.year <= 0 { for character: Unicode.Scalar in [" ", "B", "C"] { put(character) } }
    }

    /// Writes a number that is not negative, padded with zeros to the width, and then the character `end`.
    mutating func put(_ number: Int, _ width: Int, _ end: Unicode.Scalar? = nil) {
        var (length, bound) = (1, 10)
        while length < width || number >= bound { (length, bound) = (length + 1, bound * 10) }
        var rest = number
        for place in (count..<count + length).reversed() {
            text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
        if let end { put(end) }
    }

    mutating func put(_ character: Unicode.Scalar) {
        text[count] = UInt8(ascii: character)
        count += 1
    }
}

/// Reads the parts of a date or time, such as the day and then the hours, in PostgreSQL's ISO form. `DateWriter` writes
/// that form.
struct DateText {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var isBeforeChrist: Bool { bytes.last == UInt8(ascii: "C") }

    /// Skips the given character and returns true if it comes next. Otherwise returns false.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Reads one to nine digits. Returns the number and how many digits it has.
    mutating func number() -> (value: Int, digits: Int)? {
        var value = 0
        let start = position
        while position < bytes.count, position - start < 9 {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value * 10 + Int(digit)
            position += 1
        }
        return position > start ? (value, position - start) : nil
    }

    /// Reads a day such as `2024-02-29`. A text that ends in `BC` names a year before Christ.
    mutating func day() -> PostgresDate? {
        guard let year = number(), take("-"), let month = number(), take("-"), let day = number() else { return nil }
        return PostgresDate(year: isBeforeChrist ? 1 - year.value : year.value, month: month.value, day: day.value)
    }
}
