import AsyncHTTPClient
import DavenportAPI
import NIOCore
import NIOHTTP1
import TMDBStandIn
import TestSupport
import Testing

/// Tests of the stand-in's deliberate faults.
@Suite struct RuleTests {
    @Test("A rule applies to its path, as often as it says; of two the later one wins")
    func scope() async throws {
        try await TMDBStandIn.run { tmdb in
            tmdb.add(Rule(.answer, path: "/tv", status: 500))
            tmdb.add(Rule(.answer, path: "/tv", status: 429, retryAfter: "7", times: 1))
            #expect(try await tmdb.ask("/movie/603").status == 200)
            let throttled = try await tmdb.ask("/tv/95396")
            #expect(throttled.status == 429)
            #expect(throttled.headers["retry-after"] == ["7"])
            #expect(try throttled.json["status_code"] == 25)
            for _ in 1...2 { #expect(try await tmdb.ask("/tv/95396").status == 500) }
            tmdb.clear()
            #expect(try await tmdb.ask("/tv/95396").status == 200)
        }
    }

    @Test("A rule can prescribe an answer, and each kind of wrong one")
    func lies() async throws {
        try await TMDBStandIn.run { tmdb in
            let right = try await tmdb.ask("/movie/603")
            func lie(_ rule: Rule) async throws -> Answered {
                tmdb.clear()
                tmdb.add(rule)
                return try await tmdb.ask("/movie/603")
            }
            #expect(try await lie(Rule(.answer, body: "[]")).bytes == Array("[]".utf8))
            let garbled = try await lie(Rule(.garble))
            #expect(garbled.status == 200)
            #expect(garbled.bytes == Array(right.bytes.prefix(right.bytes.count / 2)))
            #expect(throws: (any Error).self) { try garbled.json }
            let mistyped = try await lie(Rule(.mistype)).json
            #expect(mistyped["id"] == "603")
            #expect(mistyped["title"] == 10)
            let empty = try await lie(Rule(.empty))
            #expect(empty.status == 200)
            #expect(empty.bytes.isEmpty)
            let page = try await lie(Rule(.page))
            #expect(page.headers["content-type"] == ["text/html;charset=utf-8"])
            let elsewhere = try await lie(Rule(.redirect, location: tmdb.url + "/tv/95396"))
            #expect(elsewhere.status == 302)
            #expect(elsewhere.headers["location"] == [tmdb.url + "/tv/95396"])
        }
    }

    @Test("A rule can close the connection without an answer, or in the middle of one", arguments: [Rule.Action.cut, .half])
    func cuts(action: Rule.Action) async throws {
        try await TMDBStandIn.run { tmdb in
            tmdb.add(Rule(action))
            await #expect(throws: (any Error).self) { try await tmdb.ask("/movie/603") }
            tmdb.clear()
            // A client that keeps its connection may notice the close only at its next request.
            try await eventually("it answers again") { (try? await tmdb.ask("/movie/603").status) == 200 }
        }
    }

    @Test("A rule can send more than any client can use, without an announced end")
    func flood() async throws {
        try await TMDBStandIn.run { tmdb in
            tmdb.add(Rule(.flood, bytes: 3_000_000))
            let answer = try await tmdb.ask("/movie/603", limit: 4_000_000)
            #expect(answer.headers["content-length"] == [])
            #expect(answer.bytes.count == 3_000_000 + 30)
        }
    }

    @Test("A rule can hold requests until the rules are removed, while the stand-in answers others")
    func holding() async throws {
        try await TMDBStandIn.run { tmdb in
            tmdb.add(Rule(.hold, path: "/tv"))
            async let held = tmdb.ask("/tv/95396")
            async let alsoHeld = tmdb.ask("/tv/136315")
            try await eventually("both have come") { tmdb.asked.count == 2 }
            #expect(try await tmdb.ask("/movie/603").status == 200)
            tmdb.clear()
            #expect(try await held.status == 200)
            #expect(try await alsoHeld.status == 200)
            #expect(try await tmdb.ask("/tv/95396").status == 200)
        }
    }

    @Test("Another process can control the stand-in over HTTP, which isn't recorded as a request to TMDB")
    func control() async throws {
        try await TMDBStandIn.run { tmdb in
            let added = try await tmdb.control(#"{"rule": {"action": "answer", "path": "/search", "status": 503, "times": 1}}"#)
            #expect(added.status == 200)
            #expect(try await tmdb.ask("/search/tv?query=sev").status == 503)
            #expect(try await tmdb.ask("/search/tv?query=sev").status == 200)
            #expect(try await tmdb.control(#"{"rule": {"action": "empty"}}"#).status == 200)
            #expect(try await tmdb.control(#"{"clear": true}"#).status == 200)
            #expect(try await !tmdb.ask("/movie/603").bytes.isEmpty)
            for order in ["nonsense", #"{"rule": {"action": "sing"}}"#] {
                #expect(try await tmdb.control(order).status == 400, "\(order)")
            }
            #expect(tmdb.asked.count == 3)
        }
    }
}
