/// A day of the Gregorian calendar, which also covers the years before its introduction. Year 0 is 1 BC.
///
/// Its functions are inlined where they are used, because they run for every date of every row and response. They stop
/// the program only for years whose days don't fit in 64 bits.
@frozen
public struct CivilDay: Sendable, Hashable {
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Creates a day from its parts, without checking that the day exists.
    @inlinable
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day that is `days` days after 1 January 1970, or before it if the number is negative.
    @inlinable
    public init(daysSince1970 days: Int) {
        let (era, ofEra) = (days + Self.daysFromMarch0To1970).flooredDivision(by: Self.daysOfEra)
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * ofYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: ofYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// The number of days from 1 January 1970 to this day, negative for earlier days.
    ///
    /// The computation counts years from March, so that the leap day comes last. It counts in eras of 400 years,
    /// because the calendar repeats itself after 400 years.
    @inlinable
    public var daysSince1970: Int {
        let (era, ofEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * Self.daysOfEra + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - Self.daysFromMarch0To1970
    }

    /// Whether the calendar has a day with this year, month and day of the month.
    @inlinable
    public var exists: Bool {
        (1...12).contains(month) && day >= 1 && day <= Self.days(in: month, of: year)
    }

    /// Returns the number of days of a month from 1 to 12.
    @inlinable
    public static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    @inlinable
    static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    // Computed: a stored global would be checked for initialization at each use.
    @inlinable static var daysOfEra: Int { 146_097 }
    /// The number of days from 1 March of year 0 to 1 January 1970.
    @inlinable static var daysFromMarch0To1970: Int { 719_468 }
}

extension Int {
    /// Divides this number by another one. Returns the quotient, rounded down, and the remainder, which is never
    /// negative.
    /// - Parameter divisor: the other number, more than 0.
    @inlinable
    public func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
