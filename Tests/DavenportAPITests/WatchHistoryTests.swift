import DavenportAPI
import Foundation
import Testing

@Suite("rules 25: the files of other services")
struct WatchHistoryTests {
    private func file(_ name: String, _ text: String) -> WatchHistory.File { .init(name: name, bytes: Array(text.utf8)) }

    private func time(_ text: String) throws -> Date { try #require(Timestamp.parse(text)) }

    private static let trakt = """
        [
          {"id": 3, "watched_at": "2025-02-02T20:00:00.000Z", "action": "scrobble", "type": "episode",
           "episode": {"season": 1, "number": 2, "title": "Half Loop", "ids": {"tmdb": 9}},
           "show": {"title": "Severance", "year": 2022, "ids": {"trakt": 1, "tmdb": 95396}}},
          {"id": 2, "watched_at": "2025-01-01T20:00:00.000Z", "action": "watch", "type": "movie",
           "movie": {"title": "Seven Samurai", "year": 1954, "ids": {"tmdb": 346}}},
          {"id": 1, "watched_at": "2024-01-01T20:00:00.000Z", "action": "watch", "type": "episode",
           "episode": {"season": 1, "number": 2, "ids": {}}, "show": {"title": "Severance", "ids": {"tmdb": 95396}}},
          {"id": 4, "watched_at": "2025-01-03T20:00:00.000Z", "type": "movie", "movie": {"title": "Home Video", "year": 1999, "ids": {"tmdb": null}}},
          {"id": 5, "watched_at": "2025-01-04T20:00:00.000Z", "type": "episode",
           "episode": {"season": 2, "number": 1}, "show": {"title": "Our Show", "ids": {}}},
          {"id": 6, "watched_at": "soon", "type": "movie", "movie": {"title": "Never", "ids": {"tmdb": 1}}},
          {"id": 7, "watched_at": "2025-01-04T20:00:00.000Z", "type": "show"}, {}, 7
        ]
        """

    /// Shows rule 25.9.
    @Test("Trakt's history becomes one item for each thing, at its earliest play; what has no time or thing is left out")
    func trakt() throws {
        let items = try WatchHistory.trakt([
            file("watched-history-1.json", Self.trakt), file("watched-movies.json", "{"), file("lists.json", "{"),
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
        let shows = """
            [{"last_watched_at": "2025-01-01T00:00:00.000Z", "show": {"title": "Severance", "ids": {"tmdb": 95396}},
              "seasons": [{"number": 1, "episodes": [{"number": 1, "plays": 1, "last_watched_at": "2025-01-01T00:00:00.000Z"}, {"number": 2}]}]}]
            """
        let movies = #"[{"last_watched_at": "2025-01-02T00:00:00.000Z", "movie": {"title": "Heat", "ids": {"tmdb": 949}}}]"#
        let items = try WatchHistory.trakt([file("watched-shows-2.json", shows), file("watched-movies.json", movies)])
        #expect(items.map(\.watchedAt) == [try time("2025-01-01T00:00:00Z"), try time("2025-01-02T00:00:00Z")])
        #expect(
            items.map(\.subject) == [
                .tv(showID: 95396, season: 1, episode: 1, showTitle: "Severance"), .movie(movieID: 949, title: "Heat"),
            ])
    }

    /// Shows rule 25.9.
    @Test("TV Time's episodes have TheTVDB's id, and its films a title and a year")
    func tvTime() throws {
        let episodes = #"""
            user_id,key,s_id,s_no,ep_no,created_at,series_name
            7,watch-episode-1,371980,1,2,2025-01-01 20:00:00,"Severance, or ""not"""
            7,watch-episode-1,371980,1,2,2024-01-01 20:00:00,x
            7,follow-series-1,371980,1,3,2024-01-01 20:00:00,x
            7,watch-episode-2,,1,2,2025-01-01 20:00:00,x
            """#
        let films = """
            type,movie_name,release_date,created_at
            watch,"Seven Samurai",1954-04-26 00:00:00,2025-01-02 20:00:00
            towatch,Heat,1995-12-15 00:00:00,2025-01-02 20:00:00
            watch,Our Wedding,,2025-01-03 20:00:00
            """
        let items = try WatchHistory.tvTime([
            file("tracking-prod-records.csv", films), file("tracking-prod-records-v2.csv", episodes.replacing("\n", with: "\r\n")),
        ])
        #expect(
            items == [
                HistoryItem(tvdbID: 371980, season: 1, episode: 2, watchedAt: try time("2024-01-01T20:00:00Z")),
                HistoryItem(title: "Seven Samurai", year: 1954, watchedAt: try time("2025-01-02T20:00:00Z")),
                HistoryItem(.custom(title: "Our Wedding"), watchedAt: try time("2025-01-03T20:00:00Z")),
            ])
    }

    /// Shows rule 25.9.
    @Test("A byte order mark before a file is skipped")
    func byteOrderMarks() throws {
        let mark = "\u{FEFF}"
        let items = try WatchHistory.trakt([file("watched-history-1.json", mark + Self.trakt)])
        #expect(items.count == 4)
        let films = "type,movie_name,release_date,created_at\nwatch,Heat,1995-12-15 00:00:00,2025-01-02 20:00:00\n"
        #expect(try WatchHistory.tvTime([file("tracking-prod-records.csv", mark + films)]).map(\.title) == ["Heat"])
    }

    /// Shows rule 25.9.
    @Test(
        "Of two columns for one thing, the one with a value counts",
        arguments: [",1,2,", "1,,,2", "1,0,,2", "1,x,9,2", " 1 ,,2,"])
    func columns(values: String) throws {
        let text = "key,s_id,season_number,s_no,ep_no,episode_number,created_at\nwatch-episode-1,371980,\(values),2025-01-01 20:00:00\n"
        let items = try WatchHistory.tvTime([file("tracking-prod-records-v2.csv", text)])
        #expect(items.map(\.season) == [1] && items.map(\.episode) == [2])
    }

    /// Shows rule 25.9.
    @Test("A file that can't be read is named", arguments: ["{}", "[", "\u{FFFD}", "7"])
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
