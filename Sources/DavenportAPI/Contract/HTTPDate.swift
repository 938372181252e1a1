import Foundation

/// Parses the date format of HTTP headers (RFC 9110, 5.6.7).
package enum HTTPDate {
    /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for any other text.
    package static func parse(_ text: String) -> Date? { try? Date(text, strategy: form) }

    private static let form = Date.ParseStrategy(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, isLenient: false)
}
