import CivilCalendar
import DavenportAPI
import Foundation

extension CalendarDate {
    /// The machine's current day in UTC.
    static var todayInUTC: CalendarDate {
        // Today's time is far below the days that a Double can't represent.
        let day = CivilDay(daysSince1970: Int((Date().timeIntervalSince1970 / 86_400).rounded(.down)))
        return CalendarDate(year: day.year, month: day.month, day: day.day)
    }
}
