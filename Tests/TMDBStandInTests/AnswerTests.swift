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
