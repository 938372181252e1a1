import Catalogue
import DavenportAPI
import Domain
import Foundation
import Postgres
import TMDBStandIn
import TestSupport
import Testing

@Suite("rules 8: caching the provider's answers")
struct KeepingTests {
    /// Shows rule 8.2.
    @Test("An answer is fresh for a day, a search for an hour; an older one is returned at once and refreshed in the background")
    func fresh() async throws {
        try await CatalogueFixture.with { evening in
            for (path, asked, seconds) in [("tv/95396", "/3/tv/95396", 86_400.0), ("search?query=sev", "/3/search", 3600)] {
                _ = try await evening.get(path)
                evening.server.clock.advance(by: seconds - 1)
                let fresh = try await evening.get(path)
                #expect(fresh.status == 200 && !fresh.text.contains("stale"), "\(path)")
                #expect(evening.asked(asked) == 1)
                evening.server.clock.advance(by: 1)
                let stale = try await evening.get(path)
                #expect(stale.status == 200 && stale.text.contains("\"stale\":true"), "\(path)")
                try await eventually("it was asked for again") {
                    let answer = try await evening.get(path)
                    return !answer.text.contains("stale")
                }
                #expect(evening.asked(asked) == 2)
            }
            let counts = try #require(evening.server.catalogue?.counts)
            #expect(counts.stale > 0 && counts.hits > 0 && counts.misses > 0 && counts.outbound >= 4 && counts.throttled == 0)
        }
    }

    /// Shows rule 8.3.
    @Test("While the provider is down, cached answers are returned for 180 days")
    func kept() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.get("tv/95396")
            await evening.tmdb.stop()
            // Each step is shorter than the lifetime of an unused session.
            for days in [80.0, 80, 19] {
                evening.server.clock.advance(by: days * 86_400)
                #expect(try await evening.get("tv/95396").status == 200)
            }
            #expect(try await evening.get("tv/95396").expecting(200, Show.self).stale == true)
            evening.server.clock.advance(by: 86_400)
            expect(try await evening.get("tv/95396"), .catalogueUnavailable)
        }
    }

    /// Shows rules 8.2 and 8.9.
    @Test("The cache has no personal data: neither the user nor the text of a search")
    func nobody() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.get("search?query=my%20secret%20crush")
            let dump = try await evening.server.database.dump().filter { $0.hasPrefix("catalogue_") }
            #expect(!dump.isEmpty)
            for text in ["secret", "crush", evening.ada.id.uuidString.lowercased(), evening.server.tenant.id.uuidString.lowercased()] {
                #expect(dump.allSatisfy { !$0.lowercased().contains(text) }, "\(text)")
            }
        }
    }

    /// Shows rule 8.6.
    @Test("Pruning deletes expired entries and, beyond a limit, unknown ones first, then the least recently used")
    func pruned() async throws {
        try await CatalogueFixture.with { evening in
            for path in ["tv/95396", "movies/1", "movies/2", "movies/3", "movies/4"] {
                _ = try await evening.get(path)
                evening.server.clock.advance(by: 4000)
            }
            _ = try await evening.get("movies/1")
            // The four entries and the image configuration.
            #expect(try await evening.server.operators.pruneCatalogue(keeping: 4) == 2)
            let keys: [String] = try await evening.server.rows("SELECT key FROM catalogue_entries WHERE answer IS NULL ORDER BY key")
                .map { try $0["key"] }
            #expect(keys == ["en-US movie/1", "en-US movie/4"])
            #expect(try await evening.server.operators.pruneCatalogue(keeping: 1) == 3)
            #expect(try await evening.server.database.count("catalogue_entries WHERE answer IS NOT NULL") == 1)
            evening.server.clock.advance(by: 180 * 86_400 + 1)
            #expect(try await evening.server.operators.pruneCatalogue() == 1)
            #expect(try await evening.server.database.count("catalogue_entries") == 0)
            try await evening.server.rows(
                """
                INSERT INTO catalogue_entries (key, answer, fetched_at, used_at)
                SELECT 'en-US movie/' || n, '{}', \(evening.server.clock.now), \(evening.server.clock.now)
                FROM generate_series(1, 50001) AS n
                """)
            #expect(try await evening.server.operators.pruneCatalogue() == 1)
        }
    }

    /// Shows rule 8.6.
    @Test("Operators can see an entry's state and have it fetched again")
    func operators() async throws {
        try await CatalogueFixture.with { evening in
            for path in ["tv/95396", "tv/95396/seasons/1", "tv/95396/seasons/2", "movies/1"] { _ = try await evening.get(path) }
            let status = try await evening.server.operators.showCatalogueStatus()
            let shows = try #require(status.kinds.first { $0.kind == "tv" })
            #expect(shows.count == 3 && shows.young == 3 && shows.bytes > 1000)
            #expect(status.kinds.first { $0.kind == "movie" }?.unknown == 1)
            #expect(status.pausedUntil == nil)
            #expect(try await evening.server.operators.refreshCatalogue("tv/95396") == 3)
            #expect(try await evening.get("tv/95396/seasons/2").expecting(200, Season.self).stale == true)
            try await eventually("it was asked for again") { evening.asked("/3/tv/95396/season/2") == 2 }
            for wrong in ["95396", "tv/x", "tv/1/season", "search/sev", "tv/1; DROP TABLE users"] {
                await #expect(throws: Problem.self, "\(wrong)") { try await evening.server.operators.refreshCatalogue(wrong) }
            }
        }
    }

    /// Shows rule 8.2.
    @Test("An entry fetched in the future is stale, since the clock was set back")
    func clockPutBack() async throws {
        try await CatalogueFixture.with { evening in
            evening.server.clock.advance(by: 7200)
            _ = try await evening.get("tv/95396")
            evening.server.clock.advance(by: -30)
            #expect(try await evening.get("tv/95396").expecting(200, Show.self).stale == nil, "servers' clocks differ by moments")
            evening.server.clock.advance(by: -3600)
            #expect(try await evening.get("tv/95396").expecting(200, Show.self).stale == true)
            try await eventually("it was asked for again") { try await evening.get("tv/95396").expecting(200, Show.self).stale == nil }
            #expect(evening.asked("/3/tv") == 2)
            let status = try await evening.server.operators.showCatalogueStatus()
            #expect(status.kinds.first { $0.kind == "tv" }?.young == 1)
        }
    }

    /// Shows rule 8.2.
    @Test("An entry further in the future than any lifetime isn't returned, and is deleted")
    func clockFarAhead() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.get("movies/603")
            try await evening.server.rows("UPDATE catalogue_entries SET fetched_at = fetched_at + interval '181 days'")
            await evening.tmdb.stop()
            expect(try await evening.get("movies/603"), .catalogueUnavailable)
            // The server's background pruning may have deleted it already.
            _ = try await evening.server.operators.pruneCatalogue()
            #expect(try await evening.server.database.count("catalogue_entries") == 0)
        }
    }

    /// Shows rule 8.4.
    @Test("Searches that differ in case, white space or composition are the same, cached or in flight")
    func folded() async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(Rule(.hold, path: "/search"))
            let queries = ["caf%C3%A9%20society", "CAFE%CC%81%20%20Society", "%20Caf%C3%A9%C2%A0society%20"]
            try await withThrowingTaskGroup(of: Int.self) { group in
                for query in queries { group.addTask { try await evening.get("search?query=" + query).status } }
                try await eventually("all wait") { (evening.server.catalogue?.counts.misses ?? 0) >= 3 && evening.asked("/3/search") > 0 }
                evening.tmdb.clear()
                for try await status in group { #expect(status == 200) }
            }
            for query in queries { #expect(try await evening.get("search?query=" + query).status == 200) }
            #expect(evening.asked("/3/search") == 1)
            #expect(try await evening.server.database.count("catalogue_entries WHERE key LIKE '%search%'") == 1)
        }
    }

    /// Shows rule 8.10.
    @Test("The mark that a series was renumbered is kept for good, whatever is deleted")
    func markKept() async throws {
        try await CatalogueFixture.with { evening in
            for path in ["tv/95396", "tv/95396/seasons/1"] { _ = try await evening.get(path) }
            evening.change(season: 1, episode: 2) { $0.episodeNumber = 20 }
            evening.server.clock.advance(by: 86_401)
            try await eventually("it is known") {
                _ = try await evening.get("tv/95396/seasons/1")
                return try await evening.server.database.count("catalogue_entries WHERE renumbered") == 1
            }
            evening.server.clock.advance(by: 181 * 86_400)
            _ = try await evening.server.operators.pruneCatalogue()
            #expect(try await evening.server.operators.pruneCatalogue(keeping: 0) == 0)
            #expect(try await evening.server.database.count("catalogue_entries") == 1)
            let mark = "catalogue_entries WHERE key = 'en-US tv/95396' AND renumbered AND fetched_at IS NULL AND answer IS NULL"
            #expect(try await evening.server.database.count(mark) == 1)
            #expect(try await evening.server.operators.showCatalogueStatus().kinds.allSatisfy { $0.failed == 0 })
            evening.server.clock.advance(by: -182 * 86_400)
            _ = try await evening.get("tv/95396").expecting(200, Show.self)
            #expect(try await evening.server.database.count("catalogue_entries WHERE renumbered AND answer IS NOT NULL") == 1)
        }
    }

    /// Shows rule 8.4.
    @Test("200 equal concurrent searches over two servers cause one request")
    func once() async throws {
        try await CatalogueFixture.with { evening in
            // Fetches the image configuration first, so that the test counts only searches.
            _ = try await evening.get("search?query=before")
            var people: [Person] = []
            // The server runs at most four requests of one user at once.
            for number in 0..<50 { people.append(try await evening.server.person("person\(number)")) }
            evening.tmdb.add(Rule(.hold, path: "/search"))
            evening.tmdb.forget()
            try await evening.withSecondServer { [people] second, other in
                let waiting = { [before = evening.server.catalogue?.counts.misses ?? 0] in
                    (evening.server.catalogue?.counts.misses ?? 0) - before + other.counts.misses
                }
                let requests = (0..<200).map { number in
                    RawRequest(
                        port: number.isMultiple(of: 2) ? evening.server.port : second, path: "/v1/media/search?query=severance",
                        token: people[number % 50].token)
                }
                async let answers = RawRequest.sendTogether(requests)
                try await eventually("all wait for one") { waiting() == 200 && evening.asked("/3/search") == 1 }
                evening.tmdb.clear()
                let statuses = try await answers.map { $0.prefix(12) }
                #expect(statuses.count == 200 && statuses.allSatisfy { $0 == "HTTP/1.1 200" })
            }
            #expect(evening.asked("/3/search") == 1)
        }
    }
}
