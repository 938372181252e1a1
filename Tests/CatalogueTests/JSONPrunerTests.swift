import DavenportAPI
import Foundation
import NIOHTTP1
import TMDBStandIn
import TestSupport
import Testing

@testable import Catalogue

@Suite("rules 8: answers of any size are parsed as they arrive")
struct JSONPrunerTests {
    private static func pruned(_ text: String, by size: Int = .max, limit: Int = 1 << 20) throws -> String {
        var pruner = JSONPruner(keeping: ["a", "list"], limit: limit)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try pruner.take(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return String(decoding: pruner.kept, as: UTF8.self)
    }

    /// Shows rule 8.12.
    @Test(
        "Unused members are dropped, wherever the chunks are cut",
        arguments: [
            (#"{"a": 1, "b": 2}"#, #"{"a":1}"#), (#"{"b": 2, "a": 1}"#, #"{"a":1}"#), (#"{"b": {"a": [1, "]}"]}}"#, "{}"),
            (#"{"list": [{"a": 1, "b": "x,}"}, {"b": 1}, [], 7]}"#, #"{"list":[{"a":1},{},[],7]}"#),
            (#"{"b":"\"a\":","a":"\\","c":"\\\""}"#, #"{"a":"\\"}"#), (#"[{"b":null},{"a":true}]"#, #"[{},{"a":true}]"#),
            (#"{"a":{"b":1,"a":{"c":1}},"b":[{},[[]]]}"#, #"{"a":{"a":{}}}"#), (#"{"\u0061":1}"#, #"{"\u0061":1}"#),
            ("\"text\"", "\"text\""), (" 12 ", "12"), ("", ""), (#"{"a":1"#, #"{"a":1"#), ("<html>", "<html>"),
        ])
    func members(text: String, kept: String) throws {
        for size in [1, 2, 3, 7, .max] { #expect(try Self.pruned(text, by: size) == kept, "in chunks of \(size)") }
    }

    /// Shows rule 8.12.
    @Test("Dropped parts may have any size; kept ones are limited in size and depth")
    func bounds() throws {
        let long = String(repeating: "x", count: 3_000_000)
        #expect(try Self.pruned(#"{"b":"\#(long)","a":1,"c":[\#(long)]}"#, by: 65_536, limit: 100) == #"{"a":1}"#)
        for text in [#"{"a":"\#(long)"}"#, "[" + long, "{\"\(long)\":1}"] {
            #expect(throws: JSONPruner.Fault.self) { try Self.pruned(text, by: 65_536, limit: 100) }
        }
        for text in [String(repeating: "[", count: 33), "]", "}", "{}}"] {
            #expect(throws: JSONPruner.Fault.self) { try Self.pruned(text) }
        }
    }

    /// Shows rule 8.12.
    @Test("A season of 1,100 episodes with twelve guests each, over 4 MiB, is returned whole, and so is the room's next episode")
    func largeSeason() async throws {
        let guest =
            #"{"character":"Somebody of no importance at all","credit_id":"5b8c9f8e0e0a26","id":1,"name":"A Guest","popularity":1.2}"#
        let guests = Array(repeating: guest, count: 40).joined(separator: ",")
        let episodes = (1...1100).map {
            #"{"id":\#(1000 + $0),"episode_number":\#($0),"name":"Episode \#($0)","air_date":"2020-01-01","crew":[],"guest_stars":[\#(guests)]}"#
        }
        let body = #"{"_id":"x","season_number":1,"name":"One","episodes":[\#(episodes.joined(separator: ","))]}"#
        #expect(body.utf8.count > 5_200_000)
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(Rule(.answer, path: "/tv/95396/season/1", body: body))
            let season = try await evening.get("tv/95396/seasons/1").expecting(200, Season.self)
            #expect(season.episodes.count == 1100 && season.episodes.last?.title == "Episode 1100")
            #expect(evening.server.catalogue?.counts.failures == 0)
        }
    }

    /// Shows rule 8.12.
    @Test("An endless answer is 503, even if its members are unused")
    func endless() async throws {
        try await CatalogueFixture.with { evening in
            #expect(CatalogueRules.answerLimit == 4 * 1024 * 1024 && CatalogueRules.readLimit == 64 * 1024 * 1024)
            let body = #"{"id":13,"title":"x","crew":""# + String(repeating: "x", count: CatalogueRules.readLimit) + #""}"#
            evening.tmdb.add(Rule(.answer, path: "/movie", body: body))
            expect(try await evening.get("movies/13"), .catalogueUnavailable)
        }
    }
}

@Suite("rules 8: TMDB's errors")
struct TMDBRefusalTests {
    /// The codes and statuses in TMDB's table, https://developer.themoviedb.org/docs/errors, except those of success.
    static let table = [
        (2, 501), (3, 401), (4, 405), (5, 422), (6, 404), (7, 401), (8, 403), (9, 503), (10, 401), (11, 500), (14, 401), (15, 500),
        (16, 401),
        (17, 401), (18, 400), (19, 406), (20, 422), (22, 400), (23, 400), (24, 504), (25, 429), (26, 400), (27, 400), (28, 400), (29, 400),
        (30, 401), (31, 401), (32, 401), (33, 401), (34, 404), (35, 401), (36, 401), (37, 404), (38, 401), (39, 401), (41, 422), (42, 405),
        (43, 502), (44, 500), (45, 403), (46, 503), (47, 400),
    ]

    private static func reply(_ code: Int?, _ status: Int, to request: ProviderRequest, retryAfter: String? = nil) -> String {
        let refusal = TMDBRefusal(Array((code.map { #"{"status_code":\#($0),"status_message":"x"}"# } ?? "<html>").utf8))
        do {
            switch try refusal.reply(to: request, status: status, retryAfter.map { ["retry-after": $0] } ?? [:]) {
            case .found, .charged: return "found"
            case .unknown: return "unknown"
            case .throttled(let seconds): return "throttled \(seconds)"
            case .failing: return "failing"
            }
        } catch {
            return error.description.contains("TMDB_API_KEY") ? "key" : "fault"
        }
    }

    /// Shows rule 8.13.
    @Test("Each code of TMDB's table has its meaning", arguments: table)
    func codes(code: Int, status: Int) throws {
        let expected =
            switch code {
            case 6, 34, 44: "unknown"
            case 25: "throttled 10"
            case 9, 11, 15, 24, 43, 46: "failing"
            case 3, 7, 10, 14, 16, 17, 26, 30...33, 35, 36, 38, 39, 41, 45: "key"
            default: "fault"
            }
        #expect(Self.reply(code, status, to: .movie(13)) == expected)
        let search = ProviderRequest.search(.multi, SearchedText("x"), page: 1)
        let isBadQuery = [400, 422].contains(status) && expected == "fault"
        #expect(Self.reply(code, status, to: search) == (isBadQuery ? "unknown" : expected))
    }

    /// Shows rule 8.13.
    @Test("Retry-After counts with every failure, and without TMDB's code the failure is a proxy's")
    func others() {
        #expect(Self.reply(46, 503, to: .movie(13), retryAfter: "120") == "throttled 120")
        #expect(Self.reply(nil, 503, to: .movie(13), retryAfter: "7") == "throttled 7")
        #expect(Self.reply(nil, 502, to: .movie(13)) == "failing" && Self.reply(nil, 429, to: .movie(13)) == "throttled 10")
        for status in [401, 403, 404, 418, 301] { #expect(Self.reply(nil, status, to: .movie(13)) == "fault") }
    }

    /// Shows rule 8.13.
    @Test("A suspended key is 503 to clients, and an id that TMDB calls invalid is 404")
    func answered() async throws {
        try await CatalogueFixture.with { evening in
            evening.tmdb.add(
                Rule(.answer, path: "/movie/13", status: 401, body: #"{"status_code":10,"status_message":"Suspended API key"}"#))
            expect(try await evening.get("movies/13"), .catalogueUnavailable)
            evening.tmdb.add(
                Rule(.answer, path: "/movie/14", status: 500, body: #"{"status_code":44,"status_message":"The ID is invalid."}"#))
            expect(try await evening.get("movies/14"), .notFound)
        }
    }

    /// Shows rule 8.13.
    @Test("An incomplete answer, without seasons or episodes, is a failure and renumbers nothing")
    func half() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.get("tv/95396").expecting(200, Show.self)
            evening.server.clock.advance(by: 90_000)
            for body in [#"{"id":95396,"name":"Severance"}"#, #"{"id":95396,"name":"Severance","seasons":null}"#] {
                evening.tmdb.add(Rule(.answer, path: "/tv/95396", body: body))
                let answer = try await evening.get("tv/95396")
                #expect(answer.status == 200 && answer.text.contains("\"stale\":true"), "\(answer)")
                evening.server.clock.advance(by: 10)
            }
        }
    }
}
