import DavenportAPI
import NIOHTTP1
import TMDBStandIn
import Testing

/// Tests that shows and films have pictures.
@Suite struct PosterTests {
    @Test("Each title has a poster and a still of its own, with the URL from configuration and answers")
    func addresses() async throws {
        try await TMDBStandIn.run { tmdb in
            let images = try #require(try await tmdb.json("/configuration")["images"])
            let base = try #require(images["secure_base_url"]?.text)
            #expect(images["poster_sizes"]?.elements.contains("w342") == true)
            #expect(images["backdrop_sizes"]?.elements.contains("w780") == true)
            var pictures: Set<[UInt8]> = []
            for target in ["/tv/95396", "/tv/136315", "/movie/603"] {
                let path = try #require(try await tmdb.json(target)["poster_path"]?.text)
                pictures.insert(try await tmdb.ask(base + "w92" + path, authorization: nil).bytes)
                let still = try #require(try await tmdb.json(target)["backdrop_path"]?.text)
                pictures.insert(try await tmdb.ask(base + "w300" + still, authorization: nil).bytes)
            }
            #expect(pictures.count == 6)
            #expect(pictures.allSatisfy { $0.starts(with: "<svg".utf8) && $0.count < 4096 })
        }
    }
}
