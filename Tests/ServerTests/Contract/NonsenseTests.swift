import DavenportAPI
import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

@Suite("rules 10: invalid requests get a problem, never a 500")
struct NonsenseTests {
    /// Shows rule 10.5.
    @Test(
        "An unreadable body is 400",
        arguments: [
            "{", "[]", "7", "\"x\"", "null", "{\"content\": }", "{\"content\": \"a\"", "{\"content\": \"\\ud800\"}", "\u{0}",
            "{\"content\": \"a\", \"x\": " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "}",
            String(repeating: "[", count: 60_000), "{\"content\": 01}", "{'content': 'a'}", "\u{feff}{", "{\"a\":1}{\"b\":2}", "NaN", "   ",
        ])
    func unreadable(body: String) async throws {
        try await TestServer.withRoom { server, ada, room in
            let answer = try await server.call(.post, "/v1/rooms/\(room.id)/comments", token: ada.token, body: Array(body.utf8))
            #expect(answer.status == 400 || answer.status == 422)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(try answer.json(Problem.self).requestID == answer.headers["x-request-id"])
        }
    }

    /// Shows rules 10.5 and 10.6.
    @Test("Bytes that aren't UTF-8 are 400")
    func notUTF8() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let body: [UInt8] = Array("{\"content\": \"".utf8) + [0xC3, 0x28, 0xFF] + Array("\"}".utf8)
            let answer = try await server.call(.post, "/v1/rooms/\(try await server.room(ada).id)/comments", token: ada.token, body: body)
            #expect(answer.status == 400)
        }
    }

    /// Shows rule 10.6.
    @Test("JSON in UTF-16 or UTF-32 is 400", arguments: NonsenseTests.encodings)
    func otherEncodings(encoding: String.Encoding, mark: [UInt8]) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let path = "/v1/rooms/\(try await server.room(ada).id)/comments"
            for text in ["{\"content\": \"a\"}", "{\"content\": \"a\", \"x\": " + deep + "}"] {
                let body = mark + [UInt8](try #require(text.data(using: encoding)))
                let answer = try await server.call(.post, path, token: ada.token, body: body)
                #expect(answer.status == 400)
                #expect(answer.code == .malformedRequest)
            }
        }
    }

    /// Shows rule 10.5.
    @Test("One UTF-8 byte order mark before a body is skipped")
    func byteOrderMark() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let path = "/v1/rooms/\(try await server.room(ada).id)/comments"
            for (marks, status) in [("\u{FEFF}", 201), ("\u{FEFF}\u{FEFF}", 400)] {
                let body = Array("\(marks){\"content\": \"a\"}".utf8)
                #expect(try await server.call(.post, path, token: ada.token, body: body).status == status)
            }
        }
    }

    /// Shows rule 10.5.
    @Test(
        "Malformed JSON is 400 also in an unknown field",
        arguments: [#"{"content":"x",}"#, #"{"content":"x","other":01}"#, "{\"content\":\"x\",\"other\":\"\t\"}", #"{"content":"x"}}"#])
    func ignoredFields(body: String) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let path = "/v1/rooms/\(try await server.room(ada).id)/comments"
            let answer = try await server.call(.post, path, token: ada.token, body: Array(body.utf8))
            #expect(answer.status == 400 && answer.code == .malformedRequest, "\(answer)")
        }
    }

    private let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)

    static let encodings: [(String.Encoding, [UInt8])] = [
        (.utf16LittleEndian, []), (.utf16BigEndian, []), (.utf32LittleEndian, []), (.utf32BigEndian, []),
        (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
    ]

    /// Shows rules 6.1 and 10.5.
    @Test("Wrong types, huge numbers, NUL and impossible times are 422 with the field's name", arguments: NonsenseTests.faultyBodies)
    func faulty(path: String, body: String, field: String) async throws {
        try await TestServer.withRoom { server, ada, room in
            let method: DavenportAPI.Method = path.hasSuffix("watched") || path.hasSuffix("read") ? .put : .post
            let full = "/v1" + path.replacing("{room}", with: "\(room.id)")
            let answer = try await server.call(method, full, token: ada.token, body: Array(body.utf8))
            #expect(answer.status == 422, "\(answer)")
            #expect(answer.faultyFields.contains(field), "\(answer)")
        }
    }

    static let faultyBodies: [(String, String, String)] = [
        ("/rooms/{room}/comments", #"{"content": 7}"#, "content"),
        ("/rooms/{room}/comments", #"{"content": ["a"]}"#, "content"),
        ("/rooms/{room}/comments", #"{"content": "a\u0000b"}"#, "content"),
        ("/rooms/{room}/comments", #"{"content": "a", "seconds": 86400}"#, "seconds"),
        ("/rooms/{room}/comments", #"{"content": "a", "seconds": -1}"#, "seconds"),
        ("/rooms/{room}/comments", #"{"content": "a", "seconds": 1.5}"#, "seconds"),
        ("/rooms/{room}/comments", #"{"content": "a", "seconds": 1e300}"#, "seconds"),
        ("/rooms/{room}/comments", #"{"content": "a", "seconds": 99999999999999999999999999}"#, "seconds"),
        ("/rooms/{room}/comments", #"{"content": "a", "seconds": "5"}"#, "seconds"),
        ("/rooms/{room}/comments", #"{"content": "a", "id": "not-a-uuid"}"#, "id"),
        ("/rooms/{room}/comments", #"{"content": "a", "literal": "yes"}"#, "literal"),
        ("/rooms/{room}/watched", #"{"watchedAt": "2026-02-30T10:00:00Z"}"#, "watchedAt"),
        ("/rooms/{room}/watched", #"{"watchedAt": 1772395200}"#, "watchedAt"),
        ("/rooms/{room}/watched", #"{"watchedAt": "2026-02-20"}"#, "watchedAt"),
        ("/rooms/{room}/read", #"{}"#, "commentID"),
        ("/rooms", #"{"memberIDs": {}, "subject": {"kind": "custom", "title": "x"}}"#, "memberIDs"),
        ("/rooms", #"{"memberIDs": [1], "subject": {"kind": "custom", "title": "x"}}"#, "memberIDs"),
        ("/rooms", #"{"memberIDs": [], "subject": "x"}"#, "subject"),
        ("/rooms", #"{"memberIDs": [], "subject": {"kind": "opera"}}"#, "subject.kind"),
        ("/rooms", #"{"memberIDs": [], "subject": {"kind": "tv", "showID": 2147483648, "season": 1, "episode": 1}}"#, "subject.showID"),
        ("/invites", #"{"role": "emperor"}"#, "role"),
        ("/invites", #"{"note": "\#(String(repeating: "x", count: 101))"}"#, "note"),
    ]

    /// Shows rule 10.6.
    @Test("A body over 64 KiB is 413, and one of 1 MiB too, with Content-Length or without")
    func tooLarge() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let path = "/v1/rooms/\(try await server.room(ada).id)/comments"
            for size in [64 * 1024, 1024 * 1024] {
                let body = Array("{\"content\": \"".utf8) + [UInt8](repeating: 0x61, count: size) + Array("\"}".utf8)
                let answer = try await server.call(.post, path, token: ada.token, body: body)
                #expect(answer.status == 413)
                #expect(answer.code == .bodyTooLarge)
            }
            #expect(try await server.isSignedIn(ada.token))
        }
    }

    /// Shows rule 10.5.
    @Test("A content type other than JSON is 415")
    func mediaType() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let path = "/v1/rooms/\(try await server.room(ada).id)/comments"
            let answer = try await server.call(
                .post, path, token: ada.token, body: Array("content=x".utf8), headers: ["Content-Type": "application/x-www-form-urlencoded"]
            )
            #expect(answer.status == 415)
        }
    }

    /// Shows rule 10.5.
    @Test("An unknown path is 404, and a known one with another method is 405 with Allow")
    func addresses() async throws {
        try await TestServer.with { server in
            for path in [
                "/", "/v1", "/v1/nothing", "/v2/me", "/v1/rooms/a/b/c/d", "/%00", "/v1/%2e%2e/me", "//v1/me/", "//v1//tenant",
                "/v1//tenant",
            ] {
                let answer = try await server.call(.get, path)
                #expect(answer.status == 404 || answer.status == 401, "\(path): \(answer)")
            }
            let wrong = try await server.call(.delete, "/v1/me")
            #expect(wrong.status == 405)
            #expect(wrong.headers["allow"] == "GET, HEAD, PATCH")
            // A fixed segment takes precedence over the parameter of /v1/invites/{inviteID}.
            let named = try await server.call(.delete, "/v1/invites/lookup")
            #expect(named.status == 405)
            #expect(named.headers["allow"] == "POST")
        }
    }

    /// Shows rule 10.7.
    @Test("Invalid query parameters are named", arguments: ["limit=0", "limit=501", "limit=x", "seconds=-1", "limit=99999999999999999999"])
    func queries(query: String) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let answer = try await server.call(.get, "/v1/rooms/\(try await server.room(ada).id)/comments?\(query)", token: ada.token)
            #expect(answer.status == 422)
            #expect(answer.faultyFields == [String(query.prefix { $0 != "=" })])
        }
    }

    /// Shows rule 10.5.
    @Test("NUL and other garbage in header, query and path do no harm")
    func rubbish() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let group = try await server.call(.get, "/v1/rooms?group=a%00b", token: ada.token)
            #expect(group.faultyFields == ["group"])
            #expect(try await server.call(.get, "/v1/rooms/%00", token: ada.token).status == 404)
            #expect(try await server.call(.get, "/v1/tenant", headers: ["Davenport-Tenant": "%00 ' OR 1=1; --"]).status == 404)
            #expect(try await server.isSignedIn(ada.token))
        }
    }

    /// Shows rule 10.5.
    @Test("Bytes that aren't HTTP do no harm")
    func rawBytes() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for bytes in [
                "\u{0}\u{1}\u{2}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "POST /v1/users HTTP/1.1\r\nContent-Length: -5\r\n\r\n", "GET",
            ] {
                let channel = try await ClientBootstrap.patient()
                    .connect(host: "127.0.0.1", port: server.port).get()
                try await channel.writeAndFlush(ByteBuffer(string: bytes)).get()
                try? await channel.close().get()
            }
            #expect(try await server.isSignedIn(ada.token))
        }
    }
}
