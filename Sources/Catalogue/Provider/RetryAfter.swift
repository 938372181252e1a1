import DavenportAPI
import Foundation
import NIOHTTP1

/// For how long the provider wants to be left alone.
enum RetryAfter {
    /// By its `Retry-After`: seconds, or a date, from its own `Date` on where it says that too, so that no clock of ours counts.
    /// - Returns: within what is believed; the usual where it says nothing that can be read.
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
