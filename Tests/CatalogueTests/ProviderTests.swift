import DavenportAPI
import Foundation
import NIOHTTP1
import Postgres
import TMDBStandIn
import TestSupport
import Testing

@testable import Catalogue

@Suite("rules 8: a dead, slow, lying or throttling provider")
struct ProviderTests {
    /// The faults that the provider may have.
    static let wrongs: [Rule] = [
        Rule(.garble), Rule(.mistype), Rule(.empty), Rule(.page), Rule(.flood), Rule(.cut), Rule(.half), Rule(.redirect),
        Rule(.answer, status: 401), Rule(.answer, status: 500), Rule(.answer, status: 418),
        Rule(.answer, body: "[]"), Rule(.answer, body: "null"), Rule(.answer, body: "{}"),
        Rule(.answer, body: String(repeating: "[", count: 100_000)),
        Rule(.answer, body: #"{"id": 1e999, "name": "x"}"#), Rule(.answer, body: #"{"id": -5, "name": "x", "season_number": -1}"#),
        Rule(.answer, body: #"{"id": 7, "name": "Another", "season_number": 7, "episodes": [], "title": "Another"}"#),
        Rule(.answer, body: #"{"id": 95396, "name": "x", "first_air_date": "2022-02-30"}"#),
        Rule(.answer, body: #"{"id": 95396, "name": ""# + String(repeating: "x", count: 3_000_000) + #""}"#),
        Rule(.answer, body: #"{"id": 95396, "name": "x", "poster_path": "//evil.example/x.jpg"}"#),
        Rule(.answer, body: #"{"season_number": 1, "episodes": [{"id": 1, "episode_number": 99999999999}]}"#),
        Rule(.answer, body: #"{"season_number": 1, "episodes": [{"id": 1, "episode_number": -3}]}"#),
    ]

    /// Shows rule 8.3.
    @Test("Every faulty answer is 503 without a cached one, and otherwise the cached one is returned", arguments: wrongs.indices)
    func wrongly(index: Int) async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.get("tv/95396")
            _ = try await evening.get("tv/95396/seasons/2")
            evening.server.clock.advance(by: 90_000)
            evening.tmdb.add(Self.wrongs[index])
            for path in ["tv/95396/seasons/1", "search?query=sev", "tv/95396/seasons/1/episodes/1"] {
                let answer = try await evening.get(path)
                #expect(answer.code == .catalogueUnavailable, "\(path): \(answer)")
            }
            for path in ["tv/95396", "tv/95396/seasons/2"] {
                let answer = try await evening.get(path)
                #expect(answer.status == 200 && answer.text.contains("\"stale\":true"), "\(path): \(answer)")
            }
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 8.3.
    @Test(
        "An unreadable answer counts as a failure, and another server may retry after the pause",
        arguments: [
            Rule(.page, path: "/movie"), Rule(.garble, path: "/movie"), Rule(.mistype, path: "/movie"),
            Rule(.answer, path: "/movie", body: #"{"id": 13, "title": "\ud800"}"#),
        ])
    func unreadable(rule: Rule) async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(rule)
            expect(try await evening.get("movies/13"), .catalogueUnavailable)
            #expect(evening.server.catalogue?.counts.failures == 1)
            let rows = try await evening.server.database.owner.roundTrip {
                try await $0.query(
                    """
                    SELECT lease_until IS NULL AS is_free, rest_until IS NOT NULL AS rests FROM catalogue_entries
                    WHERE key = 'en-US movie/13'
                    """)
            }
            let row = try #require(rows.first)
            #expect(try row["is_free"] as Bool && row["rests"] as Bool)
        }
    }

    /// Shows rule 8.3.
    @Test("A 404 without TMDB's own error doesn't mark the id as unknown")
    func foreign() async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(Rule(.answer, status: 404, body: "<html>no such host</html>"))
            expect(try await evening.get("movies/13"), .catalogueUnavailable)
            var subject = CatalogueFixture.episode(1, 1)
            subject["showTitle"] = "Severance, as I call it"
            _ = try await evening.makeRoom(subject).expecting(201, Room.self)
            evening.tmdb.clear()
            expect(try await evening.get("movies/1"), .notFound)
        }
    }

    /// Shows rule 8.3.
    @Test("An impossible field is dropped, and the rest is returned")
    func oddFields() async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(
                Rule(.answer, path: "/movie", body: #"{"id": 13, "title": "Forrest Gump", "runtime": -1, "release_date": "0000-00-00"}"#))
            let movie = try await evening.get("movies/13").expecting(200, Movie.self)
            #expect(movie.title == "Forrest Gump" && movie.runtime == nil && movie.year == nil)
            let found = #"{"id": 13, "media_type": "movie", "title": "Forrest Gump"}, {"id": 14, "media_type": "movie", "title": " "}"#
            evening.tmdb.add(Rule(.answer, path: "/search", body: #"{"page": 1, "total_pages": 1, "results": [\#(found)]}"#))
            #expect(try await evening.get("search?query=gump").expecting(200, SearchResults.self).results.map(\.id) == [13])
        }
    }

    @Test("A series has at most 1,000 seasons, because the dashboard reads each of them after a renumbering", arguments: [1000, 1001])
    func seasons(count: Int) throws {
        let seasons = (1...count).map { #"{"season_number": \#($0)}"# }.joined(separator: ",")
        let show = try? JSONDecoder().decode(TMDBShow.self, from: Data(#"{"id": 1, "name": "x", "seasons": [\#(seasons)]}"#.utf8))
        #expect((show != nil) == (count <= 1000))
    }

    /// Shows rule 8.4.
    @Test("A failed request is retried once")
    func retried() async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(Rule(.answer, path: "/tv", status: 502, times: 1))
            _ = try await evening.get("tv/95396").expecting(200, Show.self)
            #expect(evening.asked("/3/tv") == 2)
            evening.tmdb.add(Rule(.answer, path: "/movie", status: 502))
            expect(try await evening.get("movies/13"), .catalogueUnavailable)
            #expect(evening.asked("/3/movie") == 2)
        }
    }

    /// Shows rule 8.11.
    @Test("Invisible and direction-changing characters are removed from the provider's texts, as from names")
    func invisible() async throws {
        try await CatalogueFixture.with { evening in
            let hidden = [
                "202A", "202B", "202C", "202D", "202E", "2066", "2067", "2068", "2069", "200B", "200E", "200F", "061C", "FEFF", "00AD",
                "2800",
            ]
            let sown = hidden.map { "\\u\($0)" }.joined(separator: "x")
            let body = #"{"id": 13, "title": "\#(sown)Forrest\u2028Gump\u202E", "overview": "\u2067a\u0000b\u2069", "runtime": 142}"#
            evening.tmdb.add(Rule(.answer, path: "/movie", body: body))
            let movie = try await evening.get("movies/13").expecting(200, Movie.self)
            #expect(movie.title == String(repeating: "x", count: hidden.count - 1) + "Forrest Gump" && movie.overview == "a b")
            let room = try await evening.makeRoom(["kind": "movie", "movieID": 13]).expecting(201, Room.self)
            #expect(room.subject == .movie(movieID: 13, title: movie.title))
            evening.tmdb.add(Rule(.answer, path: "/movie", body: #"{"id": 14, "title": "\u202E\u200B"}"#))
            expect(try await evening.get("movies/14"), .catalogueUnavailable)
        }
    }

    /// Shows rule 8.11.
    @Test(
        "Characters that join their neighbours stay in emoji sequences and in scripts that need them",
        arguments: [
            // "She runs", "a family", "a heart on fire", "1 in a key" and "a red heart".
            (#"Run \ud83c\udfc3\ud83c\udffd\u200d\u2640\ufe0f"#, "Run \u{1F3C3}\u{1F3FD}\u{200D}\u{2640}\u{FE0F}"),
            (#"\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 Us"#, "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} Us"),
            (#"\u2764\ufe0f\u200d\ud83d\udd25"#, "\u{2764}\u{FE0F}\u{200D}\u{1F525}"),
            (#"1\ufe0f\u20e3 Go"#, "1\u{FE0F}\u{20E3} Go"), (#"I \u2764\ufe0f it"#, "I \u{2764}\u{FE0F} it"),
            // Persian "I want", Bengali "ra" before its "ya", Sinhala "Sri".
            (#"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"#, "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}"),
            (#"\u09b0\u200d\u09cd\u09af"#, "\u{9B0}\u{200D}\u{9CD}\u{9AF}"),
            (#"\u0dc1\u0dca\u200d\u0dbb\u0dd3"#, "\u{DC1}\u{DCA}\u{200D}\u{DBB}\u{DD3}"),
            // Joiners that join nothing are removed.
            (#"a\u200db\u200cc\u200d\ufe0f"#, "abc"), (#"\ud83d\udc68\u200d x"#, "\u{1F468} x"), (#"\u200d\ud83d\udc68"#, "\u{1F468}"),
            (#"1\ufe0f2"#, "12"), (#"\u0645\u200c\u200c\u06cc"#, "\u{645}\u{6CC}"), (#"\u0645\u202e\u200c\u06cc"#, "\u{645}\u{6CC}"),
            // When the text is cut, the remaining half joins nothing.
            (String(repeating: "x", count: 198) + #"\ud83d\udc68\u200d\ud83d\udc69"#, String(repeating: "x", count: 198) + "\u{1F468}"),
        ])
    func joined(sent: String, stored: String) async throws {
        let title = try JSONDecoder().decode(TMDBMovie.self, from: Data(#"{"id": 13, "title": "\#(sent)"}"#.utf8)).title
        #expect(title == stored && title.unicodeScalars.elementsEqual(stored.unicodeScalars), "\(title.unicodeScalars.map(\.value))")
    }

    /// Shows rule 8.4.
    @Test(
        "Retry-After is obeyed as seconds or as a date relative to Date; beyond an hour it is an hour, and invalid ones are the default",
        arguments: [
            ("600", nil, 600), ("0", nil, 1), ("99999999999999999999", nil, 3600), ("Sun, 01 Mar 2026 20:05:00 GMT", true, 300),
            ("Sun, 01 Mar 2026 19:00:00 GMT", true, 1), ("Mon, 02 Mar 2026 20:00:00 GMT", true, 3600), ("soon", nil, 10), ("-5", nil, 10),
            ("Sun, 41 Mar 2026 20:00:00 GMT", true, 10), ("1.5", nil, 10), ("", nil, 10),
        ] as [(String, Bool?, Int)])
    func waitLimit(retryAfter: String, isDated: Bool?, seconds: Int) {
        let date = isDated == true ? [("date", "Sun, 01 Mar 2026 20:00:00 GMT")] : []
        #expect(RetryAfter.seconds(.init(date + [("retry-after", retryAfter)])) == seconds)
    }

    /// Shows rule 8.4.
    @Test("A Retry-After date without a Date header counts from now")
    func patienceUntil() throws {
        let until = try #require(HTTPDate.parse("Sun, 01 Mar 2026 20:05:00 GMT"))
        let headers: HTTPHeaders = ["retry-after": "Sun, 01 Mar 2026 20:05:00 GMT"]
        #expect(RetryAfter.seconds(headers, now: until.addingTimeInterval(-90)) == 90)
    }

    /// Shows rule 8.3.
    @Test("When the provider doesn't answer, a look-up is 503 within three seconds, and a late answer is cached")
    func slow() async throws {
        // Only the deadline of the look-up itself ends the wait.
        var deadlines = CatalogueDeadlines.patient
        deadlines.lookUp = CatalogueDeadlines().lookUp
        #expect(deadlines.lookUp < .seconds(3))
        try await CatalogueFixture.with(deadlines) { evening in
            evening.tmdb.add(Rule(.hold, path: "/tv"))
            let began = ContinuousClock.now
            let answer = try await evening.get("tv/95396")
            #expect(answer.status == 503 && answer.headers["retry-after"] != nil)
            // The look-up ends after two and a half seconds. The test allows more for a busy machine.
            #expect(ContinuousClock.now - began < .seconds(300))
            evening.tmdb.clear()
            try await eventually("it is there") { try await evening.get("tv/95396").status == 200 }
            _ = try await evening.get("tv/95396").expecting(200, Show.self)
            #expect(evening.asked("/3/tv") == 1)
        }
    }

    /// Shows rule 8.4.
    @Test("While the provider asks to wait, no server sends a request, and cached answers are returned")
    func throttled() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.get("tv/95396")
            evening.tmdb.add(Rule(.answer, path: "/movie", status: 429, retryAfter: "600", times: 1))
            let answer = try await evening.get("movies/13")
            #expect(answer.code == .catalogueUnavailable)
            #expect(answer.headers["retry-after"].flatMap { Int($0) }.map { $0 > 500 } == true)
            let asked = evening.asked()
            try await evening.withSecondServer { second, _ in
                for path in ["movies/13", "tv/1", "search?query=sev"] {
                    expect(try await evening.get(path, at: second), .catalogueUnavailable)
                }
            }
            // A look-up that isn't sent writes no row.
            #expect(try await evening.server.database.count("catalogue_entries WHERE fetched_at IS NULL AND key NOT LIKE '%conf%'") == 1)
            evening.server.clock.advance(by: 90_000)
            #expect(try await evening.get("tv/95396").expecting(200, Show.self).stale == true)
            #expect(evening.asked() == asked)
            #expect(try await evening.server.operators.showCatalogueStatus().pausedUntil != nil)
            try await evening.server.rows("UPDATE catalogue_pauses SET until = clock_timestamp()")
            _ = try await evening.get("search?query=sev").expecting(200, SearchResults.self)
        }
    }

    /// Shows rule 8.5.
    @Test("Redirects aren't followed")
    func redirect() async throws {
        try await TMDBStandIn.run { elsewhere in
            try await CatalogueFixture.with { evening in
                evening.tmdb.add(Rule(.redirect, location: elsewhere.url + "/tv/95396"))
                expect(try await evening.get("tv/95396"), .catalogueUnavailable)
                #expect(elsewhere.asked.isEmpty)
            }
        }
    }

    /// Shows rule 8.3.
    @Test("Images are omitted while their host is unknown")
    func pictures() async throws {
        try await CatalogueFixture.with { evening in
            let host = #"{"images": {"secure_base_url": "javascript:alert(1)//", "poster_sizes": ["w500"]}}"#
            evening.tmdb.add(Rule(.answer, path: "/configuration", body: host))
            let show = try await evening.get("tv/95396").expecting(200, Show.self)
            #expect(show.title == "Severance" && show.posterURL == nil)
        }
    }

    /// Shows rule 8.3.
    @Test("While the database is down look-ups are 503 as all requests are, and no half is written")
    func databaseAway() async throws {
        try await CatalogueFixture.with(CatalogueDeadlines()) { evening in
            evening.tmdb.add(Rule(.hold, path: "/tv"))
            let people = try await evening.server.friends(["bea", "cem", "dana"])
            try await withThrowingTaskGroup(of: Int.self) { group in
                for show in 1...8 { group.addTask { try await evening.get("tv/\(show)", as: people[show % 3]).status } }
                try await eventually("they are asked for") { evening.asked("/3/tv") == 8 }
                try await evening.server.database.block()
                evening.tmdb.clear()
                for try await status in group { #expect(status == 503 || status == 404) }
            }
            try await evening.server.database.unblock()
            try await eventually("it goes on") { try await evening.get("search?query=sev").status == 200 }
            let halves = try await evening.server.rows("SELECT FROM catalogue_entries WHERE answer IS NOT NULL AND fetched_at IS NULL")
            #expect(halves.isEmpty)
        }
    }
}
