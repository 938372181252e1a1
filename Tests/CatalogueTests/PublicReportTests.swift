import DavenportAPI
import DavenportClient
import Foundation
import TMDBStandIn
import TestSupport
import Testing

@testable import Catalogue

/// Answers of TMDB and OpenSubtitles.com, and calendars, that users of other products reported as failing there. Each names
/// the project and the issue or pull request; the texts are written anew.
@Suite("rules 8, 17 and 25: answers of providers that other products stumbled over")
struct PublicReportTests {
    /// A season that TMDB answers, and the episodes that must come of it.
    static let seasons: [(source: String, episodes: String, expected: [String])] = [
        ("jellyfin/TMDbLib#177 and jdrouet/tmdb-api#90: no date", #"{"id": 1, "episode_number": 1, "air_date": null}"#, ["1 nil"]),
        ("php-tmdb/api#242: an empty date", #"{"id": 1, "episode_number": 1, "air_date": ""}"#, ["1 nil"]),
        (
            "Kevinjil/Jellyfin.Xtream#151: a season that has no date yet",
            #"{"id": 1, "episode_number": 1, "air_date": "2025-01-01"}, {"id": 2, "episode_number": 2}"#, ["1 2025-01-01", "2 nil"]
        ),
        (
            "anujd64/Thunder#33: escaped characters in a text",
            #"{"id": 1, "episode_number": 1, "name": "\"A\" \\ \u2028\/ \ud83d\ude00", "air_date": "2025-01-01"}"#, ["1 2025-01-01"]
        ),
        (
            "EstrellaXD/Auto_Bangumi#873: no picture",
            #"{"id": 1, "episode_number": 1, "still_path": null, "poster_path": null, "air_date": "2025-01-01"}"#, ["1 2025-01-01"]
        ),
    ]

    /// Shows rules 8.3 and 8.14.
    @Test("A season that another product couldn't read is returned", arguments: seasons.indices)
    func season(index: Int) async throws {
        let (source, episodes, expected) = Self.seasons[index]
        try await CatalogueFixture.with { evening in
            let body = #"{"season_number": 1, "air_date": null, "episodes": [\#(episodes)]}"#
            evening.tmdb.add(Rule(.answer, path: "/tv/95396/season/1", body: body))
            let season = try await evening.get("tv/95396/seasons/1").expecting(200, Season.self)
            #expect(season.episodes.map { "\($0.episode) \($0.airDate?.description ?? "nil")" } == expected, "\(source)")
        }
    }

    /// Shows rule 8.14.
    @Test("A season without a number, in first place (jellyfin/TMDbLib#219), and an object of nulls (jxxghp/MoviePilot#4188)")
    func nulls() async throws {
        try await CatalogueFixture.with { evening in
            let seasons = #"{"season_number": null, "air_date": null}, {"season_number": 1}"#
            evening.tmdb.add(Rule(.answer, path: "/tv/95396", body: #"{"id": 95396, "name": "S", "seasons": [\#(seasons)]}"#))
            let show = try await evening.get("tv/95396").expecting(200, Show.self)
            #expect(show.seasons.map(\.season) == [1])
            let results = #"{"id": null, "title": null, "name": null}, {"id": 7, "name": "Seven", "media_type": "tv"}"#
            evening.tmdb.add(Rule(.answer, path: "/search", body: #"{"page": 1, "total_pages": 1, "results": [\#(results)]}"#))
            let found = try await evening.get("search?query=x").expecting(200, SearchResults.self)
            #expect(found.results.map(\.id) == [7])
        }
    }

    /// Shows rule 25.8.
    @Test("A show that TMDB doesn't have by TheTVDB's id (sct/overseerr#1308) stops no other thing")
    func unknownAtTMDB() async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(Rule(.answer, path: "/find", body: #"{"tv_results": [], "movie_results": []}"#))
            let at = Date(timeIntervalSince1970: 1_735_689_600)
            let items = [
                HistoryItem(tvdbID: 375_985, season: 1, episode: 1, watchedAt: at), HistoryItem(.custom(title: "Ours"), watchedAt: at),
            ]
            let answer = try await evening.server.as(evening.ada).importHistory(HistoryItems(items: items))
            #expect(answer == ImportedHistory(made: 1, known: 0, unknown: [.init(index: 0, code: .unknownSubject)]))
        }
    }

    /// Shows rule 17.25.
    @Test("\"Download limit reached\" with 960 downloads left (morpheus65535/bazarr#2179) isn't the end of the quota")
    func limitWithRest() async throws {
        try await SubtitleFixture.with { fixture in
            let body = #"{"requests": 40, "remaining": 960, "reset_time_utc": "2099-01-01T00:00:00Z", "message": "limit reached"}"#
            fixture.provider.add(Rule(.answer, path: "/api/v1/download", status: 406, body: body))
            let refused = try await fixture.fetch()
            #expect(refused.status == 503 && refused.headers["retry-after"] == "5", "\(refused)")
            fixture.provider.clear()
            let answer1 = try await fixture.fetch("de").status
            #expect(answer1 == 200)
        }
    }

    /// Shows rule 17.25.
    @Test(
        "A token that the provider calls invalid is replaced once, whatever the status (morpheus65535/bazarr#2207 and #2231)",
        arguments: [401, 500])
    func invalidToken(status: Int) async throws {
        try await SubtitleFixture.with { fixture in
            fixture.provider.add(Rule(.answer, path: "/api/v1/download", status: status, body: #"{"message": "invalid token"}"#, times: 1))
            let fetched = try await fixture.fetch()
            #expect(fetched.status == 200 && fixture.asked("/login") == 2, "\(fetched)")
        }
    }

    /// Shows rule 25.4.
    @Test(
        """
        A calendar says how often to ask (Sonarr/Sonarr#6065), has days as dates (Radarr/Radarr#6391), and neither a long line \
        (techsoc/techsoc.github.io#1) nor a bare line end (Stremio/stremio-bugs#2644)
        """)
    func calendar() async throws {
        try await CatalogueFixture.with { evening in
            let server = evening.server
            let title = "A, title; with \\ signs\u{2028}and lines " + String(repeating: "é", count: 90)
            evening.change(season: 2, episode: 9) { ($0.airDate, $0.name) = (CalendarDate("2026-03-06"), title) }
            _ = try await evening.makeRoom(CatalogueFixture.episode(2, 8)).expecting(201, Room.self)
            let url = try await server.as(evening.ada).createAccessKey(NewAccessKey(purpose: .calendar)).url
            try await eventually("the catalogue knows") { try await server.call(.get, url).text.contains("BEGIN:VEVENT") }
            let text = try await server.call(.get, url).text
            #expect(text.contains("X-PUBLISHED-TTL:") && text.contains("REFRESH-INTERVAL;VALUE=DURATION:"))
            #expect(text.contains("DTSTART;VALUE=DATE:20260306\r\n"))
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
            #expect(lines.allSatisfy { $0.last == UInt8(ascii: "\r") && !$0.dropLast().contains(UInt8(ascii: "\r")) && $0.count <= 76 })
            #expect(text.replacing("\r\n ", with: "").contains("A\\, title\\; with \\\\ signs and lines éé"))
        }
    }
}
