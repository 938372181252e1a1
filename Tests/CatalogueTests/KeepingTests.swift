import Catalogue
import DavenportAPI
import Domain
import Foundation
import Postgres
import TMDBStandIn
import TestSupport
import Testing

@Suite("rules.md 8: what the provider said is kept")
struct KeepingTests {
    @Test("It is fresh for a day, a search for an hour, and then answered at once while it is asked for again")
    func fresh() async throws {
        try await MediaEvening.with { evening in
            for (path, asked, seconds) in [("tv/95396", "/3/tv/95396", 86_400.0), ("search?query=sev", "/3/search", 3600)] {
                _ = try await evening.get(path)
                evening.server.clock.advance(by: seconds - 1)
                let fresh = try await evening.get(path)
                #expect(fresh.status == 200 && !fresh.text.contains("stale"), "\(path)")
                #expect(evening.asked(asked) == 1)
                evening.server.clock.advance(by: 2)
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

    @Test("Where the provider is away, what is kept is answered for 180 days")
    func kept() async throws {
        try await MediaEvening.with(CatalogueDeadlines(all: .seconds(10))) { evening in
            _ = try await evening.get("tv/95396")
            await evening.tmdb.stop()
            // In steps, each shorter than a session without use.
            for days in [80.0, 80, 19] {
                evening.server.clock.advance(by: days * 86_400)
                #expect(try await evening.get("tv/95396").status == 200)
            }
            #expect(try await evening.get("tv/95396").expecting(200, Show.self).stale == true)
            evening.server.clock.advance(by: 86_400)
            expect(try await evening.get("tv/95396"), .catalogueUnavailable)
        }
    }

    @Test("Nothing of anybody's is kept: neither who asked nor what they looked for")
    func nobody() async throws {
        try await MediaEvening.with { evening in
            _ = try await evening.get("search?query=my%20secret%20crush")
            let dump = try await evening.server.database.dump().filter { $0.hasPrefix("catalogue_") }
            #expect(!dump.isEmpty)
            for text in ["secret", "crush", evening.ada.id.uuidString.lowercased(), evening.server.tenant.id.uuidString.lowercased()] {
                #expect(dump.allSatisfy { !$0.lowercased().contains(text) }, "\(text)")
            }
        }
    }

    @Test("What is too old goes, and beyond a number what the provider doesn't know, and then what was used longest ago")
    func pruned() async throws {
        try await MediaEvening.with { evening in
            let prune = PruneCatalogue(evening.server.operators)
            for path in ["tv/95396", "movies/1", "movies/2", "movies/3", "movies/4"] {
                _ = try await evening.get(path)
                evening.server.clock.advance(by: 4000)
            }
            _ = try await evening.get("movies/1")
            // These, and where pictures are.
            #expect(try await prune(keeping: 4) == 2)
            let keys: [String] = try await evening.server.rows("SELECT key FROM catalogue_entries WHERE answer IS NULL ORDER BY key")
                .map { try $0["key"] }
            #expect(keys == ["en-US movie/1", "en-US movie/4"])
            #expect(try await prune(keeping: 1) == 3)
            #expect(try await evening.server.database.count("catalogue_entries WHERE answer IS NOT NULL") == 1)
            evening.server.clock.advance(by: 180 * 86_400 + 1)
            #expect(try await prune() == 1)
            #expect(try await evening.server.database.count("catalogue_entries") == 0)
        }
    }

    @Test("Operators see how it stands, and have a thing asked for again")
    func operators() async throws {
        try await MediaEvening.with { evening in
            for path in ["tv/95396", "tv/95396/seasons/1", "tv/95396/seasons/2", "movies/1"] { _ = try await evening.get(path) }
            let status = try await ShowCatalogueStatus(evening.server.operators)()
            let shows = try #require(status.kinds.first { $0.kind == "tv" })
            #expect(shows.count == 3 && shows.young == 3 && shows.bytes > 1000)
            #expect(status.kinds.first { $0.kind == "movie" }?.unknown == 1)
            #expect(status.pausedUntil == nil)
            let refresh = RefreshCatalogue(evening.server.operators)
            #expect(try await refresh("tv/95396") == 3)
            #expect(try await evening.get("tv/95396/seasons/2").expecting(200, Season.self).stale == true)
            try await eventually("it was asked for again") { evening.asked("/3/tv/95396/season/2") == 2 }
            for wrong in ["95396", "tv/x", "tv/1/season", "search/sev", "tv/1; DROP TABLE users"] {
                await #expect(throws: Problem.self, "\(wrong)") { try await refresh(wrong) }
            }
        }
    }

    @Test("200 equal searches at once, over two servers, are one request")
    func once() async throws {
        try await MediaEvening.with { evening in
            // Held, so that they are there before the first is answered.
            evening.tmdb.add(Rule(.hold, path: "/search"))
            let people = try await (0..<8).asyncMap { try await evening.server.person("person\($0)") }
            try await evening.withSecondServer { second in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<200 {
                        let person = people[number % people.count]
                        group.addTask {
                            try await evening.get("search?query=severance", at: number.isMultiple(of: 2) ? nil : second, as: person).status
                        }
                    }
                    try await eventually("many wait for one") {
                        (evening.server.catalogue?.counts.misses ?? 0) > 8 && evening.asked("/3/search") == 1
                    }
                    evening.tmdb.release()
                    for try await status in group { #expect(status == 200) }
                }
            }
            #expect(evening.asked("/3/search") == 1)
        }
    }
}

extension Sequence where Self: Sendable, Element: Sendable {
    /// The results for its elements, one after the other.
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
