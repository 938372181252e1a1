import CivilCalendar
import DavenportAPI
import Foundation

extension CalendarDate {
    /// The machine's day in UTC.
    static var todayInUTC: CalendarDate {
        // Seconds of this age are far from where a Double can't be a number of days.
        let day = CivilDay(daysSince1970: Int((Date().timeIntervalSince1970 / 86_400).rounded(.down)))
        return CalendarDate(year: day.year, month: day.month, day: day.day)
    }
}
