import DavenportAPI
import Foundation
import Testing

@Suite("rules 25: the files of other services")
struct WatchHistoryTests {
    private func file(_ name: String, _ text: String) -> WatchHistory.File { HistorySamples.file(name, text) }

    private func time(_ text: String) throws -> Date { try #require(Timestamp.parse(text)) }

    /// Shows rule 25.9.
    @Test("Trakt's history becomes one item for each thing, at its earliest play; what has no time or thing is left out")
    func trakt() throws {
        let items = try WatchHistory.trakt([
            file("watched-history-1.json", HistorySamples.trakt), file("watched-movies.json", "{"), file("lists.json", "{"),
        ])
        #expect(
            items == [
                HistoryItem(
                    .tv(showID: 95396, season: 1, episode: 2, showTitle: "Severance"), watchedAt: try time("2024-01-01T20:00:00Z")),
                HistoryItem(.movie(movieID: 346, title: "Seven Samurai"), watchedAt: try time("2025-01-01T20:00:00Z")),
                HistoryItem(title: "Home Video", year: 1999, watchedAt: try time("2025-01-03T20:00:00Z")),
                HistoryItem(.tv(season: 2, episode: 1, showTitle: "Our Show"), watchedAt: try time("2025-01-04T20:00:00Z")),
            ])
    }

    /// Shows rule 25.9.
    @Test("Without Trakt's history, the lists of what was watched count, at the last play that they name")
    func traktLists() throws {
        let items = try WatchHistory.trakt([
            file("watched-shows-2.json", HistorySamples.shows), file("watched-movies.json", HistorySamples.movies),
        ])
        #expect(items.map(\.watchedAt) == [try time("2025-01-01T00:00:00Z"), try time("2025-01-02T00:00:00Z")])
        #expect(
            items.map(\.subject) == [
                .tv(showID: 95396, season: 1, episode: 1, showTitle: "Severance"), .movie(movieID: 949, title: "Heat"),
            ])
    }

    /// Shows rule 25.9.
    @Test("TV Time's episodes have TheTVDB's id, and its films a title and a year")
    func tvTime() throws {
        let items = try WatchHistory.tvTime([
            file("tracking-prod-records.csv", HistorySamples.films), file("tracking-prod-records-v2.csv", HistorySamples.episodes),
        ])
        #expect(
            items == [
                HistoryItem(tvdbID: 371980, season: 1, episode: 2, watchedAt: try time("2024-01-01T20:00:00Z")),
                HistoryItem(title: "Seven Samurai", year: 1954, watchedAt: try time("2025-01-02T20:00:00Z")),
                HistoryItem(.custom(title: "Our Wedding"), watchedAt: try time("2025-01-03T20:00:00Z")),
                HistoryItem(tvdbID: 371980, season: 1, episode: 3, watchedAt: try time("2025-01-05T20:00:00Z")),
            ])
    }

    /// Shows rule 25.9.
    @Test("A byte order mark before a file is skipped")
    func byteOrderMarks() throws {
        let mark = "\u{FEFF}"
        let items = try WatchHistory.trakt([file("watched-history-1.json", mark + HistorySamples.trakt)])
        #expect(items.count == 4)
        let films = "type,movie_name,release_date,created_at\nwatch,Heat,1995-12-15 00:00:00,2025-01-02 20:00:00\n"
        #expect(try WatchHistory.tvTime([file("tracking-prod-records.csv", mark + films)]).map(\.title) == ["Heat"])
    }

    /// Shows rule 25.9.
    @Test("Of two columns for one thing, the one with a value counts", arguments: HistorySamples.columns)
    func columns(values: String) throws {
        let items = try WatchHistory.tvTime([file("tracking-prod-records-v2.csv", HistorySamples.rows(values))])
        #expect(items.map(\.season) == [1] && items.map(\.episode) == [2])
    }

    /// Shows rule 25.9.
    @Test("A file that can't be read is named", arguments: HistorySamples.unreadable)
    func faults(text: String) {
        let fault = #expect(throws: WatchHistory.Fault.self) { try WatchHistory.trakt([file("watched-history.json", text)]) }
        #expect(fault?.description.hasPrefix("watched-history.json ") == true)
        #expect(throws: WatchHistory.Fault.self) { try WatchHistory.tvTime([file("tracking-prod-records.csv", "a,\"b\n" + text)]) }
    }

    /// Shows rule 25.7.
    @Test("Requests have at most 200 items and 64 KiB, and no item is lost")
    func requests() throws {
        let long = String(repeating: "ä", count: 200)
        let items = (0..<450).map { number in
            HistoryItem(
                .tv(showID: 1, season: 1, episode: number, showTitle: number < 250 ? "x" : long, episodeTitle: long),
                watchedAt: Date(timeIntervalSince1970: Double(number)))
        }
        let requests = WatchHistory.requests(items)
        #expect(requests.flatMap(\.items) == items)
        #expect(requests.allSatisfy { $0.items.count <= 200 })
        for request in requests { #expect(try JSONEncoder.wire.encode(request).count <= 64 * 1024) }
        #expect(WatchHistory.requests([]).isEmpty)
    }
}
