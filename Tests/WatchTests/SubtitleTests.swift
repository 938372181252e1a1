import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 17: subtitles")
struct SubtitleTests {
    private static func file(_ cues: (Int, Int, String)...) -> [UInt8] { file(cues) }

    /// Returns a SubRip file of cues whose times are whole seconds of the first hour.
    private static func file(_ cues: [(Int, Int, String)]) -> [UInt8] {
        func time(_ second: Int) -> String { String(format: "00:%02d:%02d,000", second / 60, second % 60) }
        return Array(cues.map { "\(time($0)) --> \(time($1))\n\($2)\n\n" }.joined().utf8)
    }

    private func set(
        _ server: TestServer, _ person: Person, _ room: Room, _ language: String, _ file: [UInt8]
    ) async throws -> SubtitleTrack {
        try await server.as(person).setSubtitles(NewSubtitles(roomID: room.id, language: language, content: file))
    }

    /// Shows rules 17.19 and 17.22.
    @Test("Any member sets and replaces a track; everybody's room and feed name its language, and a part of it is listed")
    func tracks() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            #expect(room.subtitles == [])
            var follower = Follower(server.as(bea))
            try await follower.follow()
            let made = try await set(server, ada, room, "pt-br", Self.file((1, 3, "um"), (2, 4, "dois"), (6, 7, "três")))
            #expect(made.language == "pt-BR" && made.cueCount == 3 && made.by.id == ada.id && made.at == server.clock.now)
            #expect(try await follower.follow().rooms == [room.id])
            #expect(follower.rooms[room.id]?.subtitles == ["pt-BR"])
            func texts(_ from: Int, _ to: Int) async throws -> [String] {
                try await server.as(bea).listCues(CueQuery(roomID: room.id, language: "PT-br", from: from, to: to)).items.map(\.text)
            }
            #expect(try await texts(0, 86_400_000) == ["um", "dois", "três"])
            #expect(try await texts(3000, 6000) == ["dois"])
            #expect(try await texts(2999, 6001) == ["um", "dois", "três"])
            #expect(try await texts(4000, 6000) == [])
            _ = try await set(server, bea, room, "en", Self.file((1, 2, "one")))
            _ = try await set(server, bea, room, "pt-BR", Self.file((1, 2, "só")))
            #expect(try await server.as(ada).showRoom(roomID: room.id).subtitles == ["en", "pt-BR"])
            #expect(try await texts(0, 86_400_000) == ["só"])
            #expect(try await server.as(ada).showDashboard().sections[0].rooms[0].subtitles == ["en", "pt-BR"])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 17.20 and 17.21.
    @Test("A file that can't be read is 422 for the content and names the line; it changes nothing")
    func refusals() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada)
            let path = "/v1/rooms/\(room.id)/subtitles?language="
            let wrong = Array("1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,000 -> 00:00:04,000\nb\n".utf8)
            let answer = try await server.call(.put, path + "en", token: ada.token, body: wrong)
            #expect(answer.status == 422 && answer.faultyFields == ["content"])
            #expect(answer.text.contains("line 6"), "\(answer)")
            #expect(try await server.call(.put, path + "en", token: ada.token, body: []).faultyFields == ["content"])
            for language in ["", "e", "english", "en_US", "en-", "en-\(String(repeating: "abcdefgh-", count: 5))a", "%00"] {
                let answer = try await server.call(.put, path + language, token: ada.token, body: Self.file((1, 2, "a")))
                #expect(answer.faultyFields == ["language"], "\(language): \(answer)")
            }
            let long = [UInt8](repeating: UInt8(ascii: "7"), count: SubtitleParser.fileSize)
            #expect(try await server.call(.put, path + "en", token: ada.token, body: long).status == 422)
            #expect(try await server.call(.put, path + "en", token: ada.token, body: long + [0]).status == 413)
            for (method, body) in [(DavenportAPI.Method.put, wrong), (.put, Self.file((1, 2, "a"))), (.get, nil), (.delete, nil)] {
                #expect(try await server.call(method, path + "en", token: bea.token, body: body).status == 404)
            }
            #expect(try await server.call(.get, path + "en", token: ada.token).status == 404)
            #expect(try await server.call(.get, path + "en&from=-1", token: ada.token).faultyFields == ["from"])
            #expect(try await server.as(ada).showRoom(roomID: room.id).subtitles == [])
        }
    }

    /// Shows rule 17.21.
    @Test("A cue has at most 30 combining marks in a row, as a comment that quotes it")
    func piledMarks() async throws {
        try await TestServer.withRoom { server, ada, room in
            for (count, status) in [(30, 200), (31, 422)] {
                let file = Self.file((0, 1, "a" + String(repeating: "\u{301}", count: count)))
                let answer = try await server.call(.put, "/v1/rooms/\(room.id)/subtitles?language=en", token: ada.token, body: file)
                #expect(answer.status == status, "\(count) marks: \(answer)")
            }
            let cues = try await server.as(ada).listCues(CueQuery(roomID: room.id, language: "en", from: 0, to: 1000)).items
            let quoting: Body = ["content": "that!", "quote": .string(try #require(cues.first).text)]
            #expect(try await server.call(.post, "/v1/rooms/\(room.id)/comments", token: ada.token, json: quoting).status == 201)
        }
    }

    /// Shows rule 17.19.
    @Test("A room has tracks in at most 20 languages, and a person sets at most 60 in an hour")
    func limits() async throws {
        try await TestServer.withRoom { server, ada, room in
            let file = Self.file((1, 2, "a"))
            let languages = (0..<20).map { "en-x\(String(format: "%02d", $0))" }
            for language in languages { _ = try await set(server, ada, room, language, file) }
            let path = "/v1/rooms/\(room.id)/subtitles?language="
            let refused = try await server.call(.put, path + "de", token: ada.token, body: file)
            #expect(try refused.status == 409 && refused.json(Problem.self).code == .limitReached)
            for number in 0..<40 { _ = try await set(server, ada, room, languages[number % 20], file) }
            let limited = try await server.call(.put, path + languages[0], token: ada.token, body: file)
            #expect(limited.status == 429 && limited.headers["retry-after"] == "3600")
            #expect(try await server.as(ada).showRoom(roomID: room.id).subtitles == languages)
        }
    }

    /// Shows rule 17.22.
    @Test("An answer has at most 200 cues, and its tag changes with the track")
    func parts() async throws {
        try await TestServer.withRoom { server, ada, room in
            _ = try await set(server, ada, room, "en", Self.file((0..<3000).map { ($0, $0 + 1, "line \($0)") }))
            let all = try await server.as(ada).listCues(CueQuery(roomID: room.id, language: "en", from: 60_000)).items
            #expect(all.count == 200 && all[0].text == "line 60" && all[199] == Cue(start: 259_000, end: 260_000, text: "line 259"))
            let next = try await server.as(ada).listCues(CueQuery(roomID: room.id, language: "en", from: 260_000)).items
            #expect(next.first?.text == "line 260")
        }
    }

    /// Shows rule 17.23.
    @Test("The setter and the host delete a track; others are refused")
    func deletion() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea, cem])
            for language in ["de", "en"] { _ = try await set(server, bea, room, language, Self.file((1, 2, "a"))) }
            let path = "/v1/rooms/\(room.id)/subtitles?language="
            #expect(try await server.call(.delete, path + "en", token: cem.token).status == 403)
            #expect(try await server.call(.delete, path + "en", token: bea.token).status == 204)
            #expect(try await server.call(.delete, path + "en", token: bea.token).status == 404)
            #expect(try await server.call(.delete, path + "de", token: ada.token).status == 204)
            #expect(try await server.as(cem).showRoom(roomID: room.id).subtitles == [])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 17.23.
    @Test("An export has the tracks that one has set; deleting the account keeps them without its name, or deletes them")
    func ends() async throws {
        for erases in [false, true] {
            try await TestServer.withRoomOfTwo { server, ada, bea, room in
                _ = try await set(server, ada, room, "de", Self.file((1, 2, "eins")))
                _ = try await set(server, bea, room, "en", Self.file((1, 2, "one"), (2, 3, "two")))
                let export = try await server.call(.get, "/v1/me/export", token: bea.token).json(JSONValue.self)
                let tracks = export["subtitles"]?.elements ?? []
                #expect(tracks.map { $0["language"] } == ["en"] && tracks[0]["roomID"] == .id(room.id))
                #expect(tracks[0]["cues"]?.elements.map { $0["text"] } == ["one", "two"])
                #expect(try await server.delete(bea, eraseComments: erases).status == 204)
                #expect(try await server.as(ada).showRoom(roomID: room.id).subtitles == (erases ? ["de"] : ["de", "en"]))
                #expect(try await server.rows("SELECT FROM subtitle_tracks WHERE set_by = \(bea.id)").isEmpty)
                #expect(try await server.database.wrongDerivedColumns() == [])
                _ = try await server.as(ada).deleteRoom(roomID: room.id)
                #expect(try await server.database.count("subtitle_tracks") == 0)
            }
        }
    }
}
