import Foundation

/// A moment as HTTP's headers have it (RFC 9110, 5.6.7).
package enum HTTPDate {
    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil where it is none.
    package static func parse(_ text: String) -> Date? { try? Date(text, strategy: form) }

    private static let form = Date.ParseStrategy(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, isLenient: false)
}
