import DavenportAPI
import Testing

@testable import TMDBStandIn

/// Tests that valid requests get the answers that TMDB documents.
@Suite struct AnswerTests {
    @Test("A search finds series, films and people by the beginnings of words, with their media type")
    func multi() async throws {
        try await TMDBStandIn.run { tmdb in
            let found = try await tmdb.json("/search/multi?query=sev&include_adult=false&language=en-US&page=1")
            #expect(found["page"] == 1)
            #expect(found["total_pages"] == 1)
            let results = try #require(found["results"]?.elements)
            #expect(found["total_results"] == .integer(results.count))
            let severance = try #require(results.first { $0["id"] == 95396 })
            #expect(severance["media_type"] == "tv")
            #expect(severance["name"] == "Severance")
            #expect(severance["first_air_date"] == "2022-02-17")
            #expect(severance["poster_path"] == "/tv95396.jpg")
            let film = try #require(results.first { $0["media_type"] == "movie" })
            #expect(film["title"] == "Seven Samurai")
            #expect(film["release_date"] == "1954-04-26")

            let people = try await tmdb.json("/search/multi?query=britt+low")["results"]?.elements ?? []
            #expect(people.map { $0["media_type"] } == ["person"])
            #expect(people.first?["name"] == "Britt Lower")
        }
    }

    @Test("A search for one kind finds that kind alone, without a media type")
    func kinds() async throws {
        try await TMDBStandIn.run { tmdb in
            let shows = try await tmdb.json("/search/tv?query=SEV")["results"]?.elements ?? []
            #expect(shows.map { $0["name"] } == ["Severance"])
            #expect(shows.first?["media_type"] == nil)
            let films = try await tmdb.json("/search/movie?query=before%20mid")["results"]?.elements ?? []
            #expect(films.map { $0["id"] } == [132_344])
            let nothing = try await tmdb.json("/search/movie?query=severance")
            #expect(nothing["results"] == [])
            #expect(nothing["total_pages"] == 1)
            #expect(nothing["total_results"] == 0)
        }
    }

    @Test("A series has its seasons, a season its episodes, an episode its cast and guests")
    func shows() async throws {
        try await TMDBStandIn.run { tmdb in
            let show = try await tmdb.json("/tv/95396?language=en-US")
            #expect(show["name"] == "Severance")
            let seasons = try #require(show["seasons"]?.elements)
            #expect(seasons.map { $0["season_number"] } == [1, 2])
            #expect(seasons.map { $0["episode_count"] } == [9, 10])
            #expect(seasons.first?["air_date"] == "2022-02-17")

            let season = try await tmdb.json("/tv/95396/season/1")
            let episodes = try #require(season["episodes"]?.elements)
            #expect(episodes.map { $0["episode_number"] } == (1...9).map { .integer($0) })
            #expect(episodes.first?["name"] == "Good News About Hell")
            #expect(episodes.first?["runtime"] == 57)

            let episode = try await tmdb.json("/tv/95396/season/1/episode/1?append_to_response=credits")
            #expect(episode["air_date"] == "2022-02-17")
            let credits = try #require(episode["credits"])
            #expect(credits["cast"]?.elements.first?["character"] == "Mark Scout")
            #expect(credits["guest_stars"]?.elements.map { $0["name"] } == ["Yul Vazquez"])
            #expect(episode["season_number"] == 1)
            #expect(try await tmdb.json("/tv/95396/season/1/episode/1")["credits"] == nil)
        }
    }

    @Test("A film has its length, and titles are in the requested language")
    func films() async throws {
        try await TMDBStandIn.run { tmdb in
            let film = try await tmdb.json("/movie/603")
            #expect(film["title"] == "The Matrix")
            #expect(film["runtime"] == 136)
            #expect(film["release_date"] == "1999-03-31")
            #expect(try await tmdb.json("/movie/603?language=de-DE")["title"] == "Matrix")
            #expect(try await tmdb.json("/movie/346")["original_title"] == "七人の侍")
        }
    }

    @Test(
        "Invalid requests get TMDB's errors",
        arguments: [
            ("/tv/1", 404, 34), ("/tv/95396/season/7", 404, 34), ("/tv/95396/season/1/episode/10", 404, 34), ("/movie/1", 404, 34),
            ("/nothing", 404, 34), ("/search/person?query=a", 404, 34), ("/search/tv?query=sev&page=0", 400, 22),
            ("/search/tv?query=sev&page=501", 400, 22),
        ])
    func refusals(target: String, status: Int, code: Int) async throws {
        try await TMDBStandIn.run { tmdb in
            let answer = try await tmdb.ask(target)
            #expect(answer.status == status)
            #expect(try answer.json["status_code"] == .integer(code))
            #expect(try answer.json["success"] == false)
        }
    }

    @Test("An empty search is refused")
    func emptyQuery() async throws {
        try await TMDBStandIn.run { tmdb in
            let answer = try await tmdb.ask("/search/multi?query=%20")
            #expect(answer.status == 422)
            #expect(try answer.json["errors"] == ["query must be provided"])
        }
    }

    @Test("The stand-in accepts its key as a bearer token or a parameter, and no other key")
    func keys() async throws {
        try await TMDBStandIn.run(key: "secret") { tmdb in
            #expect(try await tmdb.ask("/configuration").status == 200)
            #expect(try await tmdb.ask("/configuration?api_key=secret", authorization: nil).status == 200)
            for (target, authorization) in [("", nil), ("", "Bearer wrong"), ("?api_key=wrong", nil), ("", "secret")] {
                let answer = try await tmdb.ask("/configuration" + target, authorization: authorization)
                #expect(answer.status == 401)
                #expect(try answer.json["status_code"] == 7)
            }
        }
    }
}
