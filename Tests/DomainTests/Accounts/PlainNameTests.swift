import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 20: deceptive names are refused over HTTP")
struct PlainNameTests {
    /// Shows rule 20.14.
    @Test("Sign-up and name changes refuse deceptive names, with the reason")
    func refused() async throws {
        try await TestServer.with(signup: .open) { server in
            let ada = try await server.person("ada")
            for name in [
                "аda", "ad\u{200D}a", "ａｄａ", "𝐚da", "ᎪdᎪ", "d०ra", "ada़", "ɑdɑ", "..", "a\u{323}\u{301}\u{302}\u{303}da",
                "\u{3164}\u{3164}",
            ] {
                let body: Body = ["email": "new@example.org", "password": "correct horse", "username": .string(name)]
                let answer = try await server.call(.post, "/v1/users", json: body)
                #expect(answer.status == 422 && answer.faultyFields == ["username"], "\(name)")
                let change: Body = ["username": .string(name)]
                #expect(try await server.call(.patch, "/v1/me", token: ada.token, json: change).faultyFields == ["username"], "\(name)")
            }
            for name in ["\u{3164}", "A\u{202E}da", "\u{2800}\u{2800}", "a\u{20DD}\u{20DD}\u{20DD}", "\u{600}", "\u{E000}a"] {
                let change: Body = ["givenName": .string(name), "familyName": .string(name)]
                let answer = try await server.call(.patch, "/v1/me", token: ada.token, json: change)
                #expect(answer.status == 422 && answer.faultyFields == ["givenName", "familyName"], "\(name.unicodeScalars)")
            }
            let mixed: Body = ["username": "аda"]
            #expect(
                try await server.call(.patch, "/v1/me", token: ada.token, json: mixed).text.contains(
                    "must not mix Cyrillic and Latin letters"))
        }
    }

    /// Shows rule 20.14.
    @Test("A user who already has such a name can log in, is shown and can change other fields")
    func before() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let name = "аd\u{200D}ａ"
            try await server.rows(
                "UPDATE users SET username = \(name), username_key = \(name.folded), given_name = \(name) WHERE id = \(ada.id)")
            #expect(try await server.tryLogIn(ada).status == 201)
            let body: Body = ["familyName": "Lovelace", "birthday": "1990-12-10"]
            let me = try await server.call(.patch, "/v1/me", token: ada.token, json: body).expecting(200, Me.self)
            #expect(me.username == name && me.givenName == name && me.familyName == "Lovelace")
            #expect(try await server.call(.get, "/v1/users/\(ada.id)", token: bea.token).expecting(200, User.self).username == name)
        }
    }

    /// Shows rule 20.14.
    @Test("A comment, title, note or tenant's name of invisible characters counts as empty, and emoji stay unchanged")
    func blank() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let room = try await server.room(ada, subject: .custom(title: "👩‍👩‍👧 ❤️"))
            #expect(room.subject == .custom(title: "👩‍👩‍👧 ❤️"))
            for text in ["\u{3164}", "\u{200D}\u{FE0F} \u{2060}", "\u{2800}"] {
                let comment: Body = ["content": .string(text)]
                #expect(
                    try await server.call(.post, "/v1/rooms/\(room.id)/comments", token: ada.token, json: comment).faultyFields == [
                        "content"
                    ])
                let subject: JSONValue = ["kind": "custom", "title": .string(text)]
                let new: Body = ["subject": subject, "memberIDs": []]
                #expect(try await server.call(.post, "/v1/rooms", token: ada.token, json: new).faultyFields == ["subject.title"])
                let invite: Body = ["note": .string(text)]
                #expect(try await server.call(.post, "/v1/invites", token: ada.token, json: invite).faultyFields == ["note"])
                await #expect(throws: Problem.self) { try await server.operators.renameTenant(server.tenant, name: text) }
            }
            let said = try await server.comment(ada, in: room, "1:02 \u{200D}\u{2060}")
            #expect(said.seconds == 0, "there is nothing at 1:02")
            try await server.operators.renameTenant(server.tenant, name: "The Sofa 🛋️")
        }
    }
}
