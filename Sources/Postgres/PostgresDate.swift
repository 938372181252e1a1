/// A calendar day, PostgreSQL's `date`, without time or zone.
public struct PostgresDate: Hashable, Sendable, Comparable {
    /// Astronomical: year 0 is 1 BC.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// Nil unless that day exists in the Gregorian calendar within PostgreSQL's range (4713 BC to 5874897).
    public init?(year: Int, month: Int, day: Int) {
        guard (-4712...5_874_897).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(unchecked: (year, month, day))
        guard day <= 28 || PostgresDate(daysSince1970: daysSince1970) == self else { return nil }
    }

    private init(unchecked: (year: Int, month: Int, day: Int)) {
        (year, month, day) = unchecked
    }

    /// The day so many days after 1 January 1970 (before, when negative).
    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        self.init(unchecked: (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1))
    }

    /// Days since 1 January 1970. Years are counted from March, so that the leap day is the last.
    var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    public static func < (left: PostgresDate, right: PostgresDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension PostgresDate: CustomStringConvertible {
    /// `2024-02-29`, `0044-03-15 BC`.
    public var description: String {
        let shown = year > 0 ? year : 1 - year
        return "\(padded(shown, 4))-\(padded(month, 2))-\(padded(day, 2))\(year > 0 ? "" : " BC")"
    }
}

extension PostgresDate: PostgresCodable {
    public var postgresText: String? { description }

    /// Throws for `infinity`, which is no day.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .date else { throw value.mismatch(PostgresDate.self) }
        var text = DateText(value.bytes)
        guard let day = text.day() else { throw value.failure("holds no day of the calendar") }
        self = day
    }
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Reads the parts of PostgreSQL's ISO dates and times one after the other.
struct DateText {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var isBeforeChrist: Bool { bytes.last == UInt8(ascii: "C") }

    /// Takes the character if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// One to nine digits, and how many they were.
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

    /// `2024-02-29`; the year counts backwards where the text ends in BC.
    mutating func day() -> PostgresDate? {
        guard let year = number(), take("-"), let month = number(), take("-"), let day = number() else { return nil }
        return PostgresDate(year: isBeforeChrist ? 1 - year.value : year.value, month: month.value, day: day.value)
    }
}
