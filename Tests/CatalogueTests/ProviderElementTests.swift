import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import TMDBStandIn

@Suite("rules 8: single faulty elements of the provider's answers")
struct ProviderElementTests {
    private static let season = "/tv/95396/season/1"

    /// Shows rule 8.14.
    @Test(
        "A season without a usable number is left out of its show, and the others are returned",
        arguments: ["{}", #"{"season_number": null}"#, #"{"season_number": -1}"#, #"{"season_number": "two"}"#, "null", "7"])
    func seasons(bad: String) async throws {
        try await CatalogueFixture.with { evening in
            let body = #"{"id": 95396, "name": "Severance", "seasons": [{"season_number": 1, "episode_count": 9}, \#(bad)]}"#
            evening.tmdb.add(Rule(.answer, path: "/tv/95396", body: body))
            let show = try await evening.get("tv/95396").expecting(200, Show.self)
            #expect(show.seasons.map(\.season) == [1])
        }
    }

    /// Shows rule 8.14.
    @Test(
        "An episode without a usable id or number is left out of its season, and the show doesn't count as renumbered",
        arguments: [
            #"{"id": null, "episode_number": 2}"#, #"{"id": -1, "episode_number": 2}"#, #"{"episode_number": 2}"#,
            #"{"id": 8, "episode_number": null}"#, #"{"id": 8}"#, "null", #"{"id": 8, "episode_number": 2, "vote_average": "good"}"#,
        ])
    func episodes(bad: String) async throws {
        try await CatalogueFixture.with { evening in
            let (one, two) = (#"{"id": 7, "episode_number": 1, "name": "One"}"#, #"{"id": 8, "episode_number": 2}"#)
            for episodes in [[one, two], [one, bad], [one, two]] {
                evening.tmdb.clear()
                let body = #"{"season_number": 1, "episodes": [\#(episodes.joined(separator: ","))]}"#
                evening.tmdb.add(Rule(.answer, path: Self.season, body: body))
                _ = try await evening.server.operators.refreshCatalogue("tv/95396")
                let count = episodes.contains(bad) && !bad.contains("good") ? 1 : 2
                try await eventually("the new answer is stored") {
                    try await evening.get("tv/95396/seasons/1").expecting(200, Season.self).episodes.count == count
                }
            }
            let answer1 = try await evening.server.database.count("catalogue_entries WHERE renumbered")
            #expect(answer1 == 0)
        }
    }

    /// Shows rule 8.14.
    @Test(
        "A search result without a usable id or title is left out, and the others are returned",
        arguments: [#"{"name": "x", "media_type": "tv"}"#, #"{"id": null, "name": "x", "media_type": "tv"}"#, "null", "[]", #"{"id": 5}"#])
    func results(bad: String) async throws {
        try await CatalogueFixture.with { evening in
            let body = #"{"page": 1, "total_pages": 1, "results": [\#(bad), {"id": 13, "title": "Gump", "media_type": "movie"}]}"#
            evening.tmdb.add(Rule(.answer, path: "/search", body: body))
            let found = try await evening.get("search?query=gump").expecting(200, SearchResults.self)
            #expect(found.results.map(\.id) == [13])
        }
    }

    /// Shows rule 8.14.
    @Test("A show by TheTVDB's id is found beside a faulty one, and a cast without its faulty member is returned")
    func others() async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(
                Rule(.answer, path: "/find", body: #"{"tv_results": [{"id": null, "name": "x"}, {"id": 95396, "name": null}, 3]}"#))
            let item = HistoryItem(tvdbID: 371980, season: 1, episode: 1, watchedAt: Date(timeIntervalSince1970: 1_735_689_600))
            let made = try await evening.server.as(evening.ada).importHistory(HistoryItems(items: [item]))
            #expect(made == ImportedHistory(made: 1, known: 0, unknown: []))
            let credits = #"{"cast": [{"id": 1, "name": null}, 4, {"id": "x", "name": "y"}, {"id": 2, "name": "Adam Scott"}]}"#
            let episode = #"{"id": 7, "episode_number": 1, "season_number": 1, "credits": \#(credits)}"#
            evening.tmdb.add(Rule(.answer, path: Self.season + "/episode/1", body: episode))
            let details = try await evening.get("tv/95396/seasons/1/episodes/1").expecting(200, EpisodeDetails.self)
            #expect(details.cast.map(\.name) == ["Adam Scott"])
        }
    }

    /// Shows rule 8.14.
    @Test("An answer of which every element is faulty is no answer, so nothing is overwritten by it")
    func allFaulty() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.get("tv/95396/seasons/1").expecting(200, Season.self)
            evening.tmdb.add(Rule(.answer, path: Self.season, body: #"{"season_number": 1, "episodes": [{"id": null}, {}]}"#))
            _ = try await evening.server.operators.refreshCatalogue("tv/95396/season/1")
            for _ in 0..<2 {
                let season = try await evening.get("tv/95396/seasons/1").expecting(200, Season.self)
                #expect(season.episodes.count == 9)
                try await eventually("it was asked for") { evening.server.catalogue?.counts.failures ?? 0 > 0 }
            }
        }
    }

    /// Shows rule 8.14.
    @Test("An empty name or title takes the original one")
    func originalNames() async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(Rule(.answer, path: "/tv", body: #"{"id": 95396, "name": "", "original_name": "Sever", "seasons": []}"#))
            evening.tmdb.add(Rule(.answer, path: "/movie", body: #"{"id": 13, "title": " ", "original_title": "Gump"}"#))
            let found =
                #"{"id": 13, "title": null, "original_title": "Gump", "media_type": "movie"}, {"id": 7, "original_name": "Sever", "media_type": "tv"}"#
            evening.tmdb.add(Rule(.answer, path: "/search", body: #"{"page": 1, "total_pages": 1, "results": [\#(found)]}"#))
            let show = try await evening.get("tv/95396").expecting(200, Show.self)
            let movie = try await evening.get("movies/13").expecting(200, Movie.self)
            let results = try await evening.get("search?query=x").expecting(200, SearchResults.self).results
            #expect(show.title == "Sever" && movie.title == "Gump" && results.map(\.title) == ["Gump", "Sever"])
        }
    }

    /// Shows rule 8.12.
    @Test("A byte order mark before an answer is skipped", arguments: ["/movie", "/configuration"])
    func byteOrderMark(path: String) async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(Rule(.answer, path: "/movie", body: "\u{FEFF}" + #"{"id": 13, "title": "Gump", "poster_path": "/x.jpg"}"#))
            let host = #"{"images": {"secure_base_url": "https://image.example.org/", "poster_sizes": ["w500"]}}"#
            evening.tmdb.add(Rule(.answer, path: "/configuration", body: "\u{FEFF}" + host))
            let movie = try await evening.get("movies/13").expecting(200, Movie.self)
            #expect(movie.title == "Gump" && movie.posterURL?.hasPrefix("https://image.example.org/") == true)
        }
    }

    // MARK: An id at two numbers

    /// Shows rule 7.8.
    @Test(
        "If two episodes had one id and one of them gets its own, none is repeated and none is skipped",
        arguments: [2, 3], [false, true])
    func sharedID(corrected: Int, isRenumbered: Bool) async throws {
        try await CatalogueFixture.with { evening in
            evening.change(season: 1) { $0.episodes[2].id = $0.episodes[1].id }
            let first = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            let second = try await evening.makeNext(after: first).expecting(201, Room.self)
            #expect(second.subject.number == 2)
            evening.change(season: 1, episode: corrected) { $0.id = 4_000_000 }
            if isRenumbered { evening.change(season: 1, episode: 9) { $0.episodeNumber = 12 } }
            evening.server.clock.advance(by: 86_401)
            var room = second
            for number in 3...5 {
                room = try await evening.makeNext(after: room).expecting(201, Room.self)
                #expect(room.subject.number == number)
            }
            let renumbered = try await evening.server.database.count("catalogue_entries WHERE renumbered")
            #expect(renumbered == (isRenumbered ? 1 : 0))
        }
    }
}

extension Subject {
    fileprivate var number: Int? { if case .tv(_, _, let episode, _, _) = self { episode } else { nil } }
}
