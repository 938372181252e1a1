import Catalogue
import DavenportAPI
import DavenportClient
import Foundation
import TMDBStandIn
import TestSupport
import Testing

@Suite("rules 17.24 and 17.25: fetched subtitles")
struct SubtitleFetchTests {
    /// Shows rule 17.24.
    @Test("A room gets the subtitles with most downloads that no machine has translated; they are stored for every room and language")
    func fetching() async throws {
        try await SubtitleFixture.with { fixture in
            let (server, ada, room) = (fixture.server, fixture.ada, fixture.room)
            let track = try await fixture.fetch("EN").expecting(200, SubtitleTrack.self)
            #expect(track.language == "en" && track.cueCount == 60 && track.by.id == ada.id)
            #expect(try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self).fetchesSubtitles)
            let lines = try await server.as(ada).listCues(CueQuery(roomID: room.id, language: "en", to: 30_000)).items.map(\.text)
            #expect(lines == ["Line 1 of file 3."])
            let search = try #require(fixture.provider.asked.first { $0.path.hasSuffix("/subtitles") })
            let asked = ["parent_tmdb_id", "season_number", "episode_number", "languages"].map { search.parameter($0) }
            #expect(asked == ["95396", "1", "1", "en"])
            #expect(try await server.as(ada).showRoom(roomID: room.id).subtitles == ["en"])
            #expect(
                (fixture.asked("/login"), fixture.asked("/subtitles"), fixture.asked("/download"), fixture.asked("/files")) == (1, 1, 1, 1))
            let bea = try await server.person("bea")
            let other = try await server.room(bea)
            #expect(try await fixture.fetch(in: other, as: bea).status == 200)
            server.clock.advance(by: 170 * 86_400)
            let late = try await server.tryLogIn(ada).expecting(201, SignedIn.self).token
            let again = try await server.call(.post, "/v1/rooms/\(room.id)/subtitles/fetch", token: late, json: ["language": "en"])
            #expect(again.status == 200 && fixture.asked("/download") == 1, "\(again)")
            let portuguese = try await server.call(.post, "/v1/rooms/\(room.id)/subtitles/fetch", token: late, json: ["language": "pt-BR"])
            #expect(portuguese.status == 200 && fixture.asked("/download") == 2 && fixture.asked("/login") == 1)
            #expect(fixture.provider.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 17.24.
    @Test("A movie has subtitles too; what the provider lacks is 404, and asked for once")
    func others() async throws {
        try await SubtitleFixture.with { fixture in
            let (server, ada) = (fixture.server, fixture.ada)
            let movie = try await server.room(ada, subject: .movie(movieID: 603, title: "x"))
            #expect(try await fixture.fetch(in: movie).status == 200)
            for _ in 0..<2 { #expect(try await fixture.fetch("fr").status == 404) }
            #expect(fixture.asked("/subtitles") == 2)
            let home = try await server.room(ada, subject: .custom(title: "home"))
            let unlisted = try await server.room(ada, subject: .tv(season: 1, episode: 1, showTitle: "Ours"))
            for room in [home, unlisted] { #expect(try await fixture.fetch(in: room).status == 404) }
            let bea = try await server.person("bea")
            #expect(try await fixture.fetch(as: bea).status == 404)
            #expect(try await fixture.fetch("english").faultyFields == ["language"])
            #expect(fixture.asked("/subtitles") == 2)
        }
    }

    /// Shows rule 17.24.
    @Test("200 simultaneous fetches of one episode over two servers are one request to the provider", .generousTimeLimit)
    func atOnce() async throws {
        try await SubtitleFixture.with { fixture in
            let people = try await fixture.server.friends((0..<20).map { "friend\($0)" })
            var rooms: [Room] = []
            for person in people { rooms.append(try await fixture.server.room(person)) }
            let all = rooms
            try await fixture.withSecondServer { port in
                let statuses = try await concurrently(0..<200) { number in
                    let (person, room) = (people[number % 20], all[number % 20])
                    return try await fixture.fetch(in: room, as: person, at: number % 3 == 0 ? port : nil).status
                }.counts
                #expect(statuses == [200: 200])
            }
            #expect(
                (fixture.asked("/login"), fixture.asked("/subtitles"), fixture.asked("/download"), fixture.asked("/files")) == (1, 1, 1, 1))
        }
    }

    /// Shows rule 17.25.
    @Test("Once the quota is used up, no server asks until it is renewed, and the answer says when; what is stored is still there")
    func quota() async throws {
        for left in [0, 1] {
            try await SubtitleFixture.with { fixture in
                fixture.provider.change { ($0.subtitles.remaining, $0.subtitles.renewedIn) = (left, 7200) }
                let first = try await fixture.fetch()
                #expect(first.status == (left == 1 ? 200 : 503))
                let asked = fixture.asked()
                try await fixture.withSecondServer { port in
                    for port in [nil, port] {
                        let refused = try await fixture.fetch("de", at: port)
                        #expect(refused.status == 503 && refused.code == .unavailable)
                        #expect((7000...7200).contains(refused.headers["retry-after"].flatMap { Int($0) } ?? 0), "\(refused.headers)")
                        #expect(try await fixture.fetch(at: port).status == first.status)
                    }
                }
                #expect(fixture.asked() == asked)
            }
        }
    }

    /// Shows rule 17.25.
    @Test("A pause that the provider asks for with 429 holds for all servers, and not for the catalogue of shows")
    func throttled() async throws {
        try await SubtitleFixture.with { fixture in
            fixture.provider.add(Rule(.answer, path: "/api/v1/subtitles", status: 429, retryAfter: "30"))
            let refused = try await fixture.fetch()
            #expect(refused.status == 503 && refused.headers["retry-after"] == "30")
            fixture.provider.clear()
            try await fixture.withSecondServer { port in
                let other = try await fixture.fetch("de", at: port)
                #expect(other.status == 503)
            }
            #expect(fixture.asked("/subtitles") == 1)
            #expect(try await fixture.server.call(.get, "/v1/media/movies/603", token: fixture.ada.token).status == 200)
        }
    }

    /// Shows rule 17.25.
    @Test("A token that has expired is replaced once; a refused login or key is 503, and tells nothing of the secrets")
    func logins() async throws {
        try await SubtitleFixture.with { fixture in
            let first = try await fixture.fetch()
            fixture.provider.change { $0.subtitles.tokens = [] }
            let second = try await fixture.fetch("de")
            #expect(first.status == 200 && second.status == 200 && fixture.asked("/login") == 2)
        }
        try await SubtitleFixture.with(password: nil) { fixture in
            let answer = try await fixture.fetch()
            #expect(answer.status == 200 && fixture.asked("/login") == 0)
        }
        try await SubtitleFixture.with(password: "wrong") { fixture in
            let refused = try await fixture.fetch()
            #expect(refused.status == 503 && fixture.asked("/download") == 0 && !refused.text.contains("wrong"))
        }
        try await SubtitleFixture.with(password: nil, key: "no") { fixture in
            let answer = try await fixture.fetch()
            #expect(answer.status == 503)
        }
    }

    /// Shows rule 17.25.
    @Test("Wrong answers of the provider are 503 or 404, and a link to elsewhere is never followed")
    func wrongAnswers() async throws {
        try await SubtitleFixture.with { fixture in
            for (number, rule) in [
                Rule(.answer, path: "/api/v1/subtitles", status: 500), Rule(.garble, path: "/api/v1/subtitles"),
                Rule(.mistype, path: "/api/v1/subtitles"), Rule(.cut, path: "/api/v1/download"), Rule(.page, path: "/api/v1/download"),
                Rule(.redirect, path: "/api/v1/files"), Rule(.flood, path: "/api/v1/files", bytes: 3 << 20),
                Rule(.answer, path: "/api/v1/download", body: #"{"link": "\#(fixture.provider.origin)1/api/v1/files/0", "remaining": 90}"#),
                Rule(.answer, path: "/api/v1/download", body: #"{"link": "https://opensubtitles.com.example.org/a", "remaining": 90}"#),
            ].enumerated() {
                let room = try await fixture.server.room(fixture.ada, episode: number + 1, rewatch: true)
                fixture.provider.add(rule)
                let refused = try await fixture.fetch(number % 2 == 0 ? "en" : "de", in: room)
                #expect(refused.status == 503 && refused.headers["retry-after"] != nil, "\(rule.action) \(refused)")
                fixture.provider.clear()
            }
            fixture.provider.add(Rule(.answer, path: "/api/v1/files", body: "nonsense"))
            #expect(try await fixture.fetch("pt-BR").status == 404)
            fixture.provider.clear()
        }
    }

    /// Shows rule 17.25.
    @Test("A file that the provider can't give is 503 for a moment; without a used-up quota, other fetches go on")
    func refusedFile() async throws {
        try await SubtitleFixture.with { fixture in
            let body = #"{"message": "The file can't be given.", "status": 406}"#
            fixture.provider.add(Rule(.answer, path: "/api/v1/download", status: 406, body: body))
            let refused = try await fixture.fetch()
            #expect(refused.status == 503 && refused.headers["retry-after"] == "5", "\(refused.headers)")
            fixture.provider.clear()
            #expect(try await fixture.fetch("de").status == 200)
        }
    }

    /// Shows rule 17.25.
    @Test("A host of files that fails is asked once more for the file, and no second download counts against the quota")
    func failingHost() async throws {
        try await SubtitleFixture.with { fixture in
            fixture.provider.add(Rule(.answer, path: "/api/v1/files", status: 503))
            let first = try await fixture.fetch()
            #expect(first.status == 503 && (fixture.asked("/download"), fixture.asked("/files")) == (1, 2))
            fixture.provider.clear()
            #expect(try await fixture.fetch("de").status == 200)
        }
    }

    /// Shows rule 17.25.
    @Test("If the last download of the quota is a file in which nothing is right, it is 404 at once and after the quota's renewal")
    func uselessLast() async throws {
        try await SubtitleFixture.with { fixture in
            fixture.provider.change { $0.subtitles.remaining = 1 }
            fixture.provider.add(Rule(.answer, path: "/api/v1/files", body: "nonsense"))
            let answers = [try await fixture.fetch(), try await fixture.fetch()]
            #expect(answers.map(\.status) == [404, 404] && fixture.asked("/download") == 1)
            #expect(try await fixture.fetch("de").status == 503)
        }
    }

    /// Shows rule 17.25.
    @Test("Without a key it is 503 for members, and 404 for others")
    func absent() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada)
            for (person, status) in [(ada, 503), (bea, 404)] {
                let answer = try await server.call(
                    .post, "/v1/rooms/\(room.id)/subtitles/fetch", token: person.token, json: ["language": "en"])
                #expect(answer.status == status)
            }
            #expect(try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self).fetchesSubtitles == false)
        }
    }
}
