import Catalogue
import DavenportAPI
import Foundation
import TMDBStandIn
import TestSupport
import Testing

@Suite("rules 8: look-ups")
struct MediaTests {
    /// Shows rule 8.1.
    @Test("A search finds series and movies by part of the title, with posters and the attribution, and no people")
    func search() async throws {
        try await CatalogueFixture.with { evening in
            let found = try await evening.get("search?query=sev").expecting(200, SearchResults.self)
            #expect(found.page == 1 && found.totalPages == 1 && found.stale == nil)
            #expect(found.attribution.contains("TMDB"))
            let severance = try #require(found.results.first { $0.id == CatalogueFixture.severance })
            #expect(severance.title == "Severance" && severance.kind == .tv && severance.year == 2022)
            #expect(severance.posterURL?.hasPrefix(evening.tmdb.origin + "/t/p/w500/") == true)
            #expect(try await evening.get("search?query=adam%20scott").expecting(200, SearchResults.self).results == [])
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rules 8.3 and 16.3.
    @Test("The tenant's answer says whether there is a catalogue, and the catalogue where its pictures are")
    func existence() async throws {
        try await CatalogueFixture.with { evening in
            let tenant = try await evening.server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self)
            #expect(tenant.catalogue)
            let origin = await evening.server.catalogue?.pictureOrigin
            #expect(origin == evening.tmdb.origin)
        }
        try await TestServer.with { server in
            let tenant = try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self)
            #expect(!tenant.catalogue)
        }
    }

    /// Shows rule 8.1.
    @Test("A search can be limited to one kind, and is paged")
    func searchKinds() async throws {
        try await CatalogueFixture.with { evening in
            let shows = try await evening.get("search?query=the&type=tv&page=1").expecting(200, SearchResults.self)
            let movies = try await evening.get("search?query=the&type=movie").expecting(200, SearchResults.self)
            #expect(!shows.results.isEmpty && shows.results.allSatisfy { $0.kind == .tv })
            #expect(!movies.results.isEmpty && movies.results.allSatisfy { $0.kind == .movie })
            #expect(try await evening.get("search?query=the&page=500").expecting(200, SearchResults.self).results == [])
        }
    }

    /// Shows rule 8.1.
    @Test("A series has its seasons, a season its episodes, an episode its cast and guests")
    func episodes() async throws {
        try await CatalogueFixture.with { evening in
            let show = try await evening.get("tv/95396").expecting(200, Show.self)
            #expect(show.title == "Severance" && show.year == 2022 && show.seasons.map(\.season).contains(2))
            let season = try await evening.get("tv/95396/seasons/1").expecting(200, Season.self)
            #expect(season.showID == 95396 && season.episodes.map(\.episode) == Array(1...9))
            #expect(season.episodes[4].title == "The Grim Barbarity of Optics and Design" && season.episodes[4].runtime == 43)
            #expect(season.episodes[0].season == 1 && season.episodes[0].airDate == CalendarDate("2022-02-17"))
            let episode = try await evening.get("tv/95396/seasons/1/episodes/1").expecting(200, EpisodeDetails.self)
            #expect(episode.episode == season.episodes[0])
            let cast = episode.cast.map { "\($0.name): \($0.character)" }
            #expect(cast.contains("Adam Scott: Mark Scout") && cast.contains("Yul Vazquez: Petey"))
            #expect(Set(episode.cast.compactMap(\.id)).count == episode.cast.count)
            #expect([show.attribution, season.attribution, episode.attribution].allSatisfy { $0.contains("TMDB") })
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 8.1.
    @Test("A movie has its length")
    func movie() async throws {
        try await CatalogueFixture.with { evening in
            let results = try await evening.get("search?query=the&type=movie").expecting(200, SearchResults.self).results
            let found = try #require(results.first)
            let movie = try await evening.get("movies/\(found.id)").expecting(200, Movie.self)
            #expect(movie.title == found.title && movie.year == found.year && (movie.runtime ?? 0) > 0)
        }
    }

    /// Shows rule 8.2.
    @Test("An unknown id is 404, and isn't requested again within the hour")
    func unknown() async throws {
        try await CatalogueFixture.with { evening in
            for path in ["tv/1", "tv/95396/seasons/77", "tv/95396/seasons/1/episodes/77", "movies/1"] {
                expect(try await evening.get(path), .notFound)
                let asked = evening.asked()
                expect(try await evening.get(path), .notFound)
                #expect(evening.asked() == asked, "\(path)")
            }
            evening.server.clock.advance(by: 3601)
            expect(try await evening.get("movies/1"), .notFound)
            #expect(evening.asked("/3/movie/1") == 2)
        }
    }

    /// Shows rule 8.3.
    @Test("Without a provider look-ups are 503, and everything else works")
    func without() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for path in ["search?query=sev", "tv/95396", "tv/95396/seasons/1", "tv/95396/seasons/1/episodes/1", "movies/13"] {
                let answer = try await server.call(.get, "/v1/media/" + path, token: ada.token)
                #expect(answer.status == 503 && answer.code == .catalogueUnavailable, "\(path)")
            }
            _ = try await server.room(ada)
            #expect(try await server.dashboard(of: ada).sections.first?.nextEpisode?.episode == 2)
        }
    }

    /// Shows rules 8.1 and 8.9.
    @Test("Every user of every community can look up, and shares the cached answers")
    func everybody() async throws {
        try await CatalogueFixture.with { evening in
            let attic = try await evening.server.otherTenant()
            let bea = try await evening.server.person("bea", in: attic)
            _ = try await evening.get("tv/95396").expecting(200, Show.self)
            let asked = evening.asked()
            _ = try await evening.get("tv/95396", as: bea).expecting(200, Show.self)
            #expect(evening.asked() == asked)
            #expect(try await evening.server.call(.get, "/v1/media/tv/95396").status == 401)
        }
    }

    /// Shows rule 8.5.
    @Test("A key is sent as `api_key`, a token in a header")
    func keys() async throws {
        let token = "eyJhbGciOiJIUzI1NiJ9." + String(repeating: "YWJj", count: 20) + ".c2lnbmF0dXJl"
        for key in [TMDBStandIn.usualKey, token] {
            try await TMDBStandIn.run(key: key) { tmdb in
                try await TestServer.with(tmdb: .of(tmdb)) { server in
                    let ada = try await server.person("ada")
                    _ = try await server.call(.get, "/v1/media/tv/95396", token: ada.token).expecting(200, Show.self)
                    let asked = try #require(tmdb.asked.first { $0.path == "/3/tv/95396" })
                    #expect((asked.parameter("api_key") == nil) == (key == token))
                    #expect(asked.header("authorization") == (key == token ? "Bearer \(token)" : nil))
                }
            }
        }
    }
}
