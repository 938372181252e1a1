import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 25: keys for other programs")
struct AccessKeyTests {
    private func key(_ server: TestServer, _ person: Person, _ purpose: AccessKeyPurpose = .calendar) async throws -> AccessKeyWithURL {
        let account = purpose == .player ? person.username : nil
        return try await server.as(person).createAccessKey(NewAccessKey(purpose: purpose, account: account, name: "Living room"))
    }

    /// Shows rules 25.1 and 25.2.
    @Test("The address is shown once, names its tenant without a header, and the list has the last use and its result")
    func made() async throws {
        try await TestServer.with { server in
            _ = try await server.otherTenant()
            let (ada, bea) = try await server.strangers("ada", "bea")
            let made = try await key(server, ada)
            #expect(made.url.wholeMatch(of: /\/v1\/calendar\/davenport_key_[A-Za-z0-9_-]{70}\.ics/) != nil, "\(made.url)")
            #expect(made.key.name == "Living room" && made.key.account == nil && made.key.lastUsedAt == nil)
            server.clock.advance(by: 60)
            let second = try await key(server, ada, .player)
            #expect(second.key.account == "ada" && second.url.hasPrefix("/v1/hooks/player/davenport_key_"))
            #expect(try await server.as(ada).listAccessKeys().items == [second.key, made.key])
            #expect(try await server.as(bea).listAccessKeys().items == [])
            #expect(try await server.call(.get, made.url).status == 200)
            #expect(try await server.call(.get, String(made.url.dropLast(4))).status == 200, "also without the file extension")
            let used = try await server.as(ada).listAccessKeys().items[1]
            #expect(used.lastUsedAt == server.clock.now && used.lastResult == .served)
            let dump = try await server.database.dump().joined()
            let secret = try #require(made.url.split(separator: "/").last?.dropLast(4))
            #expect(!dump.contains(secret))
        }
    }

    /// Shows rule 25.2.
    @Test("A wrong secret, a damaged one, and a key for another purpose are one 404")
    func wrong() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let (calendar, player) = (try await key(server, ada).url, try await key(server, ada, .player).url)
            func secret(_ url: String) -> String { String(url.split(separator: "/").last ?? "").replacing(".ics", with: "") }
            let foreign = secret(try await foreignKey(server))
            var answers: Set<String> = []
            for path in [
                "calendar/" + secret(player), "calendar/" + secret(player) + ".ics", "calendar/x", "calendar/.ics",
                "calendar/" + secret(calendar).dropLast() + "_", "calendar/" + secret(calendar) + ".ics.ics",
                "calendar/" + secret(calendar).uppercased(), "calendar/\(ada.token)", "calendar/" + foreign,
            ] {
                let answer = try await server.call(.get, "/v1/" + path, headers: ["Davenport-Tenant": "sofa"])
                #expect(answer.status == 404, "\(path): \(answer)")
                answers.insert(answer.withoutRequestID)
            }
            for path in ["hooks/player/" + secret(calendar), "hooks/player/x"] {
                let answer = try await server.call(.post, "/v1/" + path, body: Array("{}".utf8))
                #expect(answer.status == 404)
                answers.insert(answer.withoutRequestID)
            }
            #expect(answers.count == 1, "\(answers)")
            #expect(try await server.call(.get, "/v1/me", token: secret(calendar)).status == 401, "a key is no session")
        }
    }

    /// Returns the address of a key that was deleted.
    private func foreignKey(_ server: TestServer) async throws -> String {
        let bea = try await server.person("bea")
        let made = try await key(server, bea)
        #expect(try await server.as(bea).deleteAccessKey(keyID: made.key.id) == NoContent())
        #expect(try await server.call(.delete, "/v1/me/keys/\(made.key.id)", token: bea.token).status == 404)
        return made.url
    }

    /// Shows rule 25.1.
    @Test("Nobody has an eleventh key, also of two requests at once; a key for a player needs an account")
    func limits() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let noAccount: Body = ["purpose": "player"]
            #expect(try await server.call(.post, "/v1/me/keys", token: ada.token, json: noAccount).faultyFields == ["account"])
            let unknown: Body = ["purpose": "door"]
            #expect(try await server.call(.post, "/v1/me/keys", token: ada.token, json: unknown).faultyFields == ["purpose"])
            for _ in 0..<9 { _ = try await key(server, ada) }
            let body: Body = ["purpose": "calendar"]
            async let first = server.call(.post, "/v1/me/keys", token: ada.token, json: body)
            async let second = server.call(.post, "/v1/me/keys", token: ada.token, json: body)
            #expect(Set([try await first.status, try await second.status]) == [201, 409])
            #expect(try await server.as(ada).listAccessKeys().items.count == 10)
        }
    }

    /// Shows rule 25.3.
    @Test("A change of the password, a suspension, a deletion and a suspended tenant end a key")
    func ends() async throws {
        try await TestServer.with { server in
            let people = try await server.friends(["ada", "bea", "cem", "dora", "eda"])
            var urls: [String] = []
            for person in people { urls.append(try await key(server, person).url) }
            func statuses() async throws -> [Int] {
                var statuses: [Int] = []
                for url in urls { statuses.append(try await server.call(.get, url).status) }
                return statuses
            }
            #expect(try await statuses() == [200, 200, 200, 200, 200])
            let change: Body = ["currentPassword": .string(people[0].password), "newPassword": "battery staple 9"]
            #expect(try await server.call(.put, "/v1/me/password", token: people[0].token, json: change).status == 204)
            _ = try await server.operators.changeUser(server.tenant, email: people[2].email, suspended: true)
            #expect(try await server.delete(people[3]).status == 204)
            #expect(try await statuses() == [404, 200, 404, 404, 200])
            _ = try await server.operators.changeUser(server.tenant, email: people[2].email, suspended: false)
            try await server.operators.suspendTenant(server.tenant, .suspended)
            #expect(try await statuses() == [404, 404, 404, 404, 404])
            try await server.operators.suspendTenant(server.tenant, .open)
            #expect(try await statuses() == [404, 200, 404, 404, 200], "a suspended person's key doesn't come back")
        }
    }
}
