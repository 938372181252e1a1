import NIOHTTP1
import TMDBStandIn
import Testing

/// Tests that the stand-in records its requests, and whether they were well-formed.
@Suite struct AskedTests {
    @Test("Requests are listed in the order of their arrival, with target and headers as sent")
    func order() async throws {
        try await TMDBStandIn.run { tmdb in
            _ = try await tmdb.ask("/search/multi?query=caf%C3%A9+au%20lait&page=2")
            _ = try await tmdb.ask("/tv/95396")
            #expect(tmdb.asked.map(\.target) == ["/3/search/multi?query=caf%C3%A9+au%20lait&page=2", "/3/tv/95396"])
            let first = try #require(tmdb.asked.first)
            #expect(first.method == "GET")
            #expect(first.path == "/3/search/multi")
            #expect(first.parameter("query") == "café au lait")
            #expect(first.header("Authorization") == "Bearer \(tmdb.key)")
            tmdb.forget()
            #expect(tmdb.asked.isEmpty)
        }
    }

    @Test(
        "Requests that TMDB documents have no fault",
        arguments: [
            "/3/configuration", "/3/search/multi?query=sev&include_adult=false&language=en-US&page=500", "/3/search/movie?query=%E4%B8%83",
            "/3/tv/95396?language=de-DE", "/3/tv/2147483647", "/3/tv/95396/season/0", "/3/tv/1/season/1/episode/0",
            "/3/tv/95396/season/2/episode/1?append_to_response=credits", "/3/movie/603?api_key=abc", "/t/p/w342/tv95396.jpg",
            "/t/p/w780/movie603-still.jpg",
        ])
    func wellFormed(target: String) async throws {
        #expect(try await faults(of: target) == [])
    }

    @Test(
        "A value that a client wrongly put into the path is a fault",
        arguments: [
            "/3/tv/", "/3/tv/0", "/3/tv/-1", "/3/tv/+1", "/3/tv/01", "/3/tv/1.0", "/3/tv/%31", "/3/tv/1/", "/3/tv//1",
            "/3/tv/1/../2", "/3/tv/%2e%2e/configuration", "/3/tv/1/season/x", "/3/tv/1/season/1/episode", "/3/account", "/4/list/1", "/",
            "/3/tv/95396?callback=x", "/3/search/tv?query=", "/3/search/tv?query=a&query=b",
            "/3/search/tv?query=%zz", "/3/search/tv?query=%ff", "/3/search/tv?query=a=b", "/3/search/tv?query=a&page=01",
            "/3/search/tv?query=a&language=english", "/3/search/tv?query=a&include_adult=1",
            "/t/p/x1/tv1.jpg", "/t/p/w92/../tv1.jpg",
        ])
    func malformed(target: String) async throws {
        #expect(try await faults(of: target) != [])
    }

    @Test("Another method, a body and two keys are faults")
    func otherwise() async throws {
        try await TMDBStandIn.run { tmdb in
            _ = try await tmdb.ask("/tv/95396", method: .POST, body: "x")
            #expect(tmdb.asked.last?.faults == ["the method POST", "a body"])
        }
    }

    /// - Parameter target: sent unchanged over a socket, because an HTTP client would repair it.
    private func faults(of target: String) async throws -> [String] {
        try await TMDBStandIn.run { tmdb in
            _ = try await RawConnection.send("GET \(target) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", to: tmdb.port)
            return try #require(tmdb.asked.last).faults
        }
    }
}
