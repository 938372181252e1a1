import CivilCalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `timestamptz`, to the microsecond within a century or so of 2001, from which `Date` counts in floating point.
/// `distantFuture` and `distantPast` are PostgreSQL's `infinity` and `-infinity`.
extension Date: PostgresCodable {
    public var postgresText: String? {
        // What is no number has no text either: let the server refuse it.
        guard !timeIntervalSinceReferenceDate.isNaN else { return "NaN" }
        if self >= .distantFuture { return "infinity" }
        if self <= .distantPast { return "-infinity" }
        let total = Int((timeIntervalSinceReferenceDate * 1_000_000).rounded()) + Self.referenceMicroseconds
        let (days, microseconds) = total.flooredDivision(by: 86_400_000_000)
        return String(unsafeUninitializedCapacity: DateWriter.room) {
            var text = DateWriter($0)
            text.put(PostgresDate(daysSince1970: days))
            text.put(" ")
            text.put(microseconds / 3_600_000_000, 2, ":")
            text.put(microseconds / 60_000_000 % 60, 2, ":")
            text.put(microseconds / 1_000_000 % 60, 2, ".")
            text.put(microseconds % 1_000_000, 6, "+")
            text.put(0, 2)
            return text.count
        }
    }

    /// Reads `timestamptz`; `infinity` and `-infinity` are `distantFuture` and `distantPast`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .timestamptz else { throw value.mismatch(Date.self) }
        guard let date = Date(timestamp: value.bytes) else { throw value.malformed() }
        self = date
    }

    /// PostgreSQL's ISO form (`2024-02-29 12:34:56.789+00`), RFC 3339 (`T`, `Z`), `infinity` or `-infinity`.
    init?(timestamp bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.last == UInt8(ascii: "y") {
            self = bytes.first == UInt8(ascii: "-") ? .distantPast : .distantFuture
            return
        }
        if let date = Date(plain: bytes) {
            self = date
            return
        }
        var text = DateText(bytes)
        guard let day = text.day(), day.year <= Self.lastYear, text.take(" ") || text.take("T"), let microseconds = text.microseconds(),
            let offset = text.offset()
        else { return nil }
        self.init(day.daysSince1970, microseconds: microseconds - offset * 1_000_000)
    }

    /// The form that nearly all have, read by where its digits stand: `2024-02-29 12:34:56+00`, with up to six digits of the second's
    /// parts. Nil for any other.
    private init?(plain bytes: UnsafeBufferPointer<UInt8>) {
        let (end, hyphen, colon) = (bytes.count - 3, UInt8(ascii: "-"), UInt8(ascii: ":"))
        guard (19...26).contains(end), bytes[4] == hyphen, bytes[7] == hyphen, bytes[10] == UInt8(ascii: " "), bytes[13] == colon,
            bytes[16] == colon, end == 19 || end > 20 && bytes[19] == UInt8(ascii: "."), bytes[end] == UInt8(ascii: "+")
        else { return nil }
        var others: UInt8 = 0
        let (year, month, day) = (bytes.number(0..<4, &others), bytes.number(5..<7, &others), bytes.number(8..<10, &others))
        let (hour, minute, second) = (bytes.number(11..<13, &others), bytes.number(14..<16, &others), bytes.number(17..<19, &others))
        var parts = end > 20 ? bytes.number(20..<end, &others) : 0
        for _ in max(end, 20)..<26 { parts *= 10 }
        let civil = CivilDay(year: year, month: month, day: day)
        guard others == 0, bytes.number(end + 1..<end + 3, &others) == 0, civil.exists, hour <= 24, minute < 60, second <= 60 else {
            return nil
        }
        self.init(civil.daysSince1970, microseconds: ((hour * 60 + minute) * 60 + second) * 1_000_000 + parts)
    }

    private init(_ days: Int, microseconds: Int) {
        // Counted from 2001 throughout: from 1970 the last year's microseconds are too many for 64 bits.
        let days = days - Self.referenceMicroseconds / 86_400_000_000
        self.init(timeIntervalSinceReferenceDate: Double(days * 86_400_000_000 + microseconds) / 1_000_000)
    }

    /// 1 January 2001, from which `Date` counts, in microseconds since 1970.
    private static let referenceMicroseconds = 978_307_200_000_000
    /// No `timestamptz` is later than this year's end.
    private static let lastYear = 294_276
}

extension UnsafeBufferPointer<UInt8> {
    /// The number that stands in some places. Where not all of them are digits, it is none, and `others` is more than 0.
    fileprivate func number(_ places: Range<Int>, _ others: inout UInt8) -> Int {
        var number = 0
        for place in places {
            let digit = self[place] &- UInt8(ascii: "0")
            others |= digit < 10 ? 0 : 1
            number = number * 10 + Int(digit)
        }
        return number
    }
}

extension DateText {
    /// `12:34:56.789` since midnight.
    fileprivate mutating func microseconds() -> Int? {
        guard let hour = number(), take(":"), let minute = number(), take(":"), let second = number(), hour.value <= 24, minute.value < 60,
            second.value <= 60
        else { return nil }
        let whole = (hour.value * 60 + minute.value) * 60 + second.value
        guard take(".") else { return whole * 1_000_000 }
        guard var fraction = number() else { return nil }
        while fraction.digits < 6 { fraction = (fraction.value * 10, fraction.digits + 1) }
        while fraction.digits > 6 { fraction = (fraction.value / 10, fraction.digits - 1) }
        return whole * 1_000_000 + fraction.value
    }

    /// `+00`, `-03:30` or `Z`, in seconds east of Greenwich.
    fileprivate mutating func offset() -> Int? {
        if take("Z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number() else { return nil }
        let minutes = take(":") ? number()?.value ?? 0 : 0
        let seconds = take(":") ? number()?.value ?? 0 : 0
        guard hours.value < 24, minutes < 60, seconds < 60 else { return nil }
        let offset = (hours.value * 60 + minutes) * 60 + seconds
        return isWest ? -offset : offset
    }
}
