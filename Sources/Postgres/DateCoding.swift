import CivilCalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes `Date` as `timestamptz`.
///
/// A date is exact to the microsecond only within about a century of 2001, because `Date` is a floating-point number of
/// seconds from 2001. `distantFuture` and `distantPast` are PostgreSQL's `infinity` and `-infinity`.
extension Date: PostgresCodable {
    public var postgresText: String? {
        // A date that isn't a number has no text, so let the server refuse it.
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

    /// Reads `timestamptz`. `infinity` and `-infinity` become `distantFuture` and `distantPast`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .timestamptz else { throw value.mismatch(Date.self) }
        switch try value.number(Int64.self) {
        case .max: self = .distantFuture
        case .min: self = .distantPast
        case let microseconds: self.init(PostgresDate.epoch, microseconds: Int(microseconds))
        }
    }

    /// Parses a timestamp in a JSON text. Returns nil if it has none of the accepted forms.
    /// - Parameter bytes: PostgreSQL's ISO form (`2024-02-29 12:34:56.789+00`), RFC 3339 (`2024-02-29T12:34:56.789Z`),
    ///   `infinity` or `-infinity`.
    init?(timestamp bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.last == UInt8(ascii: "y") {
            self = bytes.first == UInt8(ascii: "-") ? .distantPast : .distantFuture
            return
        }
        var text = DateText(bytes)
        guard let day = text.day(), day.year <= Self.lastYear, text.take(" ") || text.take("T"), let microseconds = text.microseconds(),
            let offset = text.offset()
        else { return nil }
        self.init(day.daysSince1970, microseconds: microseconds - offset * 1_000_000)
    }

    private init(_ days: Int, microseconds: Int) {
        // Counts from 2001 throughout, because microseconds from 1970 would overflow 64 bits in the last year.
        let days = days - Self.referenceMicroseconds / 86_400_000_000
        // Wraps around only for values that no server sends.
        self.init(timeIntervalSinceReferenceDate: Double(days * 86_400_000_000 &+ microseconds) / 1_000_000)
    }

    /// 1 January 2001, the reference date of `Date`, in microseconds since 1970.
    private static let referenceMicroseconds = 978_307_200_000_000
    /// The last year of the range of `timestamptz`.
    private static let lastYear = 294_276
}

extension DateText {
    /// Parses a time of day such as `12:34:56.789`. Returns the microseconds since midnight.
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

    /// Parses a UTC offset (`+00`, `-03:30` or `Z`). Returns the seconds east of Greenwich.
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
