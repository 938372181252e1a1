import Foundation
import Synchronization

/// When answers are given, as their header says it (RFC 9110, 5.6.7): written once a second.
final class AnswerDate: Sendable {
    private let written = Mutex((second: -1, text: ""))

    var text: String {
        let now = time(nil)
        return written.withLock { written in
            if written.second != now { written = (now, Self.text(of: now)) }
            return written.text
        }
    }

    /// Not by Foundation, whose words for days and months take eight megabytes.
    /// - Parameter second: since the beginning of 1970.
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
