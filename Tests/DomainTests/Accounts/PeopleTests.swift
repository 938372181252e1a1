import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 2: profiles of other users")
struct PeopleTests {
    /// Shows rule 2.12.
    @Test("Friends, room-mates, admins and owners see names, creation and role, other users the stub, and other tenants nothing")
    func profile() async throws {
        try await TestServer.with { server in
            let (ada, friend) = try await server.friends("ada", "friend")
            let (mate, stranger) = try await server.strangers("mate", "stranger")
            try await server.befriend(friend, mate)
            let room = try await server.room(friend, with: [ada, mate])
            let body: Body = ["givenName": "Ada", "familyName": "Lovelace"]
            _ = try await server.call(.patch, "/v1/me", token: ada.token, json: body).expecting(200, Me.self)
            for viewer in [friend, mate, ada] {
                let seen = try await user(server, ada.id, by: viewer).expecting(200, User.self)
                #expect(seen.role == .member && seen.createdAt == server.clock.now, "\(viewer.username)")
                #expect(seen.givenName == "Ada" && seen.familyName == "Lovelace")
                #expect(seen.suspended == nil, "only admins and owners see it")
            }
            for role in [Role.admin, .owner] {
                let seen = try await user(server, ada.id, by: try await server.person("the-\(role)", role: role)).expecting(200, User.self)
                #expect(seen.givenName == "Ada" && seen.suspended == false)
            }
            let stub = try await user(server, ada.id, by: stranger)
            #expect(Set(try stub.fields()) == ["id", "username", "identityColor"])
            let outsider = try await server.person("outsider", role: .owner, in: try await server.otherTenant())
            #expect(try await user(server, ada.id, by: outsider).status == 404)
            #expect(try await user(server, UUID(), by: ada).status == 404)
            try await server.remove(mate, from: room)
            #expect(Set(try await user(server, ada.id, by: mate).fields()) == ["id", "username", "identityColor"], "a former room-mate")
        }
    }

    /// Shows rule 2.12.
    @Test("A person lists the people whose names they see, and no others")
    func acquaintances() async throws {
        try await TestServer.with { server in
            let (ada, friend) = try await server.friends("ada", "friend")
            let (mate, stranger) = try await server.strangers("mate", "stranger")
            try await server.befriend(friend, mate)
            _ = try await server.room(friend, with: [ada, mate])
            let body: Body = ["givenName": "Ada", "familyName": "Lovelace"]
            _ = try await server.call(.patch, "/v1/me", token: ada.token, json: body).expecting(200, Me.self)
            let seen = try await server.as(mate).listPeople().items
            #expect(seen.map(\.username) == ["ada", "friend"])
            #expect(seen.first?.givenName == "Ada" && seen.first?.familyName == "Lovelace" && seen.first?.suspended == nil)
            for alone in [stranger, try await server.person("boss", role: .owner)] {
                #expect(try await server.as(alone).listPeople().items.isEmpty, "\(alone.username)")
            }
            _ = try await server.call(.put, "/v1/blocks/\(mate.id)", token: ada.token)
            #expect(try await server.as(mate).listPeople().items.map(\.username) == ["friend"])
        }
    }

    /// Shows rule 2.12.
    @Test("E-mail, birthday and password are never shown to others")
    func secrets() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", birthday: "1990-12-10")
            let owner = try await server.person("boss", role: .owner)
            try await server.befriend(ada, owner)
            for path in ["/v1/users/\(ada.id)", "/v1/members", "/v1/users?username=ada"] {
                let text = try await server.call(.get, path, token: owner.token).text
                #expect(text.contains("ada") && !text.contains("ada@example.org") && !text.contains("1990-12-10"))
            }
        }
    }

    /// Shows rule 2.13.
    @Test("A search finds the user of exactly that username, in any case")
    func search() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("AdaL", "bea")
            _ = try await server.person("adal", in: try await server.otherTenant())
            #expect(try await find(server, "aDAl", by: bea) == [ada.id])
            #expect(try await find(server, "AdaL", by: ada) == [ada.id])
            for name in ["Ada", "AdaLo", "%25", "a", "no%20body", String(repeating: "x", count: 100)] {
                #expect(try await find(server, name, by: bea) == [], "\(name)")
            }
            #expect(try await server.call(.get, "/v1/users", token: bea.token).faultyFields == ["username"])
        }
    }

    private func user(_ server: TestServer, _ id: UUID, by viewer: Person) async throws -> Answer {
        try await server.call(.get, "/v1/users/\(id)", token: viewer.token)
    }

    private func find(_ server: TestServer, _ name: String, by viewer: Person) async throws -> [UUID] {
        try await server.as(viewer).findUsers(username: name).items.map(\.id)
    }
}

extension Answer {
    /// Returns the names of the body's fields.
    func fields() throws -> [String] {
        let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return Array((object ?? [:]).keys)
    }
}
