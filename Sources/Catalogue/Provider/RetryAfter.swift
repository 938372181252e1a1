import DavenportAPI
import Foundation
import NIOHTTP1

/// Reads how long a pause the provider asks for.
enum RetryAfter {
    /// Reads the header `Retry-After`, which holds seconds or a date.
    ///
    /// A date is compared with the provider's own `Date` header if there is one, so that this machine's clock doesn't
    /// matter.
    /// - Returns: the pause in seconds, cut to the accepted range; `CatalogueRules.usualPause` if the header is missing
    ///   or unreadable.
    static func seconds(_ headers: HTTPHeaders, now: Date = Date()) -> Int {
        guard let text = headers.first(name: "retry-after")?.trimmed, !text.isEmpty else { return CatalogueRules.usualPause }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return believed(Double(text)) }
        guard let until = HTTPDate.parse(text) else { return CatalogueRules.usualPause }
        let said = headers.first(name: "date").flatMap { HTTPDate.parse($0) } ?? now
        return believed(until.timeIntervalSince(said))
    }

    private static func believed(_ seconds: TimeInterval?) -> Int {
        let limit = CatalogueRules.longestPause
        // It lies between 1 and the limit, which an Int holds.
        return seconds.map { Int(min(max(1, $0.rounded(.up)), TimeInterval(limit))) } ?? limit
    }
}
