import DavenportAPI
import NIOHTTP1
import TMDBStandIn
import Testing

/// Tests that posters are pictures of the requested size.
@Suite struct PosterTests {
    @Test(
        "A poster's width is two thirds of its height",
        arguments: [("w92/tv95396.jpg", 92), ("w342/tv95396.jpg", 342), ("w780/movie603.jpg", 780), ("original/movie346.jpg", 1000)])
    func sizes(path: String, width: Int) async throws {
        try await TMDBStandIn.run { tmdb in
            let answer = try await tmdb.ask(tmdb.origin + "/t/p/" + path, authorization: nil)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == ["image/svg+xml"])
            #expect(String(decoding: answer.bytes, as: UTF8.self).contains(#" width="\#(width)" height="\#(width * 3 / 2)""#))
        }
    }

    @Test("Each title has its own poster, with the URL from configuration and answers")
    func addresses() async throws {
        try await TMDBStandIn.run { tmdb in
            let images = try #require(try await tmdb.json("/configuration")["images"])
            let base = try #require(images["secure_base_url"]?.text)
            #expect(images["poster_sizes"]?.elements.contains("w342") == true)
            var pictures: Set<[UInt8]> = []
            for target in ["/tv/95396", "/tv/136315", "/movie/603"] {
                let path = try #require(try await tmdb.json(target)["poster_path"]?.text)
                pictures.insert(try await tmdb.ask(base + "w92" + path, authorization: nil).bytes)
            }
            #expect(pictures.count == 3)
        }
    }

    @Test(
        "Unknown titles and sizes have no poster", arguments: ["w92/tv1.jpg", "w91/tv95396.jpg", "w92/tv95396.png", "w92", "w92/x/y.jpg"])
    func unknown(path: String) async throws {
        try await TMDBStandIn.run { tmdb in
            let answer = try await tmdb.ask(tmdb.origin + "/t/p/" + path, authorization: nil)
            #expect(answer.status == 404)
        }
    }
}
