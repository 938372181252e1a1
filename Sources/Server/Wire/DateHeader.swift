import Foundation
import Synchronization

/// Formats the `Date` header of responses (RFC 9110, 5.6.7). It makes the text at most once per second.
final class DateHeader: Sendable {
    private let written = Mutex((second: -1, text: ""))

    var text: String {
        let now = time(nil)
        return written.withLock { written in
            if written.second != now { written = (now, Self.text(of: now)) }
            return written.text
        }
    }

    /// Formats a date without Foundation, whose formatter takes eight megabytes of memory for its names of days and
    /// months.
    /// - Parameter second: the seconds since 1970.
    static func text(of second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        let (day, month) = (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
        return """
            \(day), \(two(parts.tm_mday)) \(month) \(Int(parts.tm_year) + 1900) \
            \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT
            """
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
