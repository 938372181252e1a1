import CivilCalendar

/// A week, from Monday to Sunday.
public struct Week: Sendable, Hashable {
    public let from: CalendarDate
    public let to: CalendarDate

    /// Creates the week that contains a day. The result is nil for the last days of the year 9999, because their week
    /// ends after the last possible date.
    public init?(of day: CalendarDate) {
        let number = CivilDay(year: day.year, month: day.month, day: day.day).daysSince1970
        // 1 January 1970 was a Thursday.
        let monday = number - (number + 3).flooredDivision(by: 7).remainder
        (from, to) = (CalendarDate(CivilDay(daysSince1970: monday)), CalendarDate(CivilDay(daysSince1970: monday + 6)))
        guard (1...9999).contains(to.year) else { return nil }
    }
}

extension CalendarDate {
    fileprivate init(_ day: CivilDay) {
        self.init(year: day.year, month: day.month, day: day.day)
    }
}

extension FieldType<CalendarDate> {
    /// A date that selects the week that contains it.
    static var dayOfWeek: Self {
        date.map(CalendarDate(year: 2000, month: 1, day: 1), schema: { .date }) { day throws(FieldReason) in
            guard Week(of: day) != nil else { throw FieldReason(.outOfRange, "must be of a week that ends before the year 10000") }
            return day
        }
    }
}
