import DavenportAPI
import NIOHTTP1
import TMDBStandIn
import Testing

/// Tests that posters are pictures of the requested size.
@Suite struct PosterTests {
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
}
