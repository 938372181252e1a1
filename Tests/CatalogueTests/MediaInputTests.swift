import DavenportAPI
import Foundation
import TMDBStandIn
import TestSupport
import Testing

@Suite("rules 8: client input never becomes an address")
struct MediaInputTests {
    /// Texts that have a special meaning in a URL, a header or a query.
    static let oddities = [
        "0", "-1", "2147483648", "99999999999999999999", "1.5", "1e3", "+1", "%2B1", "1x", "..", "%2e%2e", "..%2f..%2fmovie%2f13", "%2F",
        "1%2F..%2F2", "1%3Fapi_key%3Dx", "1%23", "1%00", "1%0d%0aHost:%20evil", "%EF%BC%91", "%D9%A1", "1%20", "1;2", "1&2",
        "https:%2f%2fevil", "%FF", "%",
    ]

    /// Shows rule 8.5.
    @Test("Ids out of range and malformed ids are 404, and never reach the provider")
    func ids() async throws {
        try await CatalogueFixture.with { evening in
            for oddity in Self.oddities {
                let paths = [
                    "tv/\(oddity)", "tv/95396/seasons/\(oddity)", "tv/\(oddity)/seasons/1", "tv/95396/seasons/1/episodes/\(oddity)",
                    "movies/\(oddity)",
                ]
                for path in paths where !["tv/95396/seasons/0", "tv/95396/seasons/1/episodes/0"].contains(path) {
                    let answer = try await evening.get(path)
                    #expect([400, 404].contains(answer.status), "\(path): \(answer)")
                }
            }
            #expect(evening.asked() == 0)
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 8.5.
    @Test("Specials are season 0, and numbers at their limits are sent unchanged")
    func limits() async throws {
        try await CatalogueFixture.with { evening in
            for path in [
                "tv/2147483647", "tv/95396/seasons/9999", "tv/1/seasons/0/episodes/99999", "tv/1/seasons/0/episodes/0", "movies/2147483647",
            ] {
                let answer = try await evening.get(path)
                #expect(answer.status == 404, "\(path): \(answer)")
            }
            #expect(evening.asked() == 5)
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 8.5.
    @Test("A search text is one value of a query, whatever it contains")
    func texts() async throws {
        let texts = [
            "a&api_key=stolen", "a=b", "a#b", "a?b", "a/../b", "a%2e%2e", "100%", "a+b", "a b", "a\u{301}", "日本語", "🙂🙃", "é\u{200D}x",
            "a;b", "\\", "\"'<>", "http://evil/", "[::1]", "x\u{FEFF}a",
        ]
        try await CatalogueFixture.with { evening in
            for text in texts {
                let encoded = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let answer = try await evening.get("search?query=\(encoded)")
                // The provider, and so the stand-in, accepts only texts with a letter or a digit.
                #expect(answer.status == 200, "\(text): \(answer)")
            }
            let asked = evening.tmdb.asked.filter { $0.path.hasPrefix("/3/search") }
            #expect(asked.allSatisfy { $0.path == "/3/search/multi" && $0.parameter("api_key") == TMDBStandIn.usualKey })
            #expect(Set(asked.compactMap { $0.parameter("query") }) == Set(texts.map(\.precomposedStringWithCanonicalMapping)))
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 8.1.
    @Test("An empty search, control characters, an unknown kind or an invalid page is refused without a request to the provider")
    func refused() async throws {
        try await CatalogueFixture.with { evening in
            for query in [
                "", "query=", "query=%20%20", "query=a%0d%0ab", "query=a%00b", "query=%E2%80%8B", "query=a&page=0", "query=a&page=501",
                "query=a&page=x", "query=a&type=person", "query=a&type=..",
                "query=" + String(repeating: "a", count: 201),
            ] {
                let answer = try await evening.get("search?\(query)")
                #expect([400, 422].contains(answer.status), "\(query): \(answer)")
            }
            #expect(evening.asked() == 0)
        }
    }
}
