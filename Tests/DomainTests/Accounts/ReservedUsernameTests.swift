import DavenportAPI
import Domain
import TestSupport
import Testing

@Suite("rule 2.20: usernames reserved against impersonating staff")
struct ReservedUsernameTests {
    private static let reserved = [
        "admin", "Admin", "ad.min", "a-d_m.i-n", "administrator", "moderator", "OWNER", "support", "System", "davenport", "sofa", "so-fa",
    ]

    /// Shows rule 2.20.
    @Test("Sign-up refuses a reserved username, in any case and with separators in it", arguments: reserved)
    func signUp(username: String) async throws {
        try await TestServer.with(signup: .open) { server in
            let body: Body = ["email": "ada@example.org", "password": "correct horse", "username": .string(username)]
            let answer = try await server.call(.post, "/v1/users", json: body)
            #expect(answer.status == 422 && answer.faultyFields == ["username"], "\(answer)")
        }
    }

    /// Shows rule 2.20.
    @Test("A change to a reserved username is refused, and usernames that only contain one are allowed")
    func change() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for username in Self.reserved {
                let body: Body = ["username": .string(username)]
                let answer = try await server.call(.patch, "/v1/me", token: ada.token, json: body)
                #expect(answer.faultyFields == ["username"], "\(username): \(answer)")
            }
            for username in ["admina", "the-owner", "sofas"] {
                let body: Body = ["username": .string(username)]
                _ = try await server.call(.patch, "/v1/me", token: ada.token, json: body).expecting(200, Me.self)
            }
        }
    }

    /// Shows rule 2.20.
    @Test("A user who has one keeps it, and can change everything else")
    func kept() async throws {
        try await TestServer.with { server in
            let user = NewUser(email: "ada@example.org", password: "correct horse", username: "admin")
            _ = try await server.operators.createUser(server.tenant, user, role: .owner)
            let token = try await server.tryLogIn("ada@example.org", "correct horse", tenant: "sofa").expecting(201, SignedIn.self).token
            for body: Body in [["givenName": "Ada"], ["username": "Ad-min"]] {
                _ = try await server.call(.patch, "/v1/me", token: token, json: body).expecting(200, Me.self)
            }
        }
    }
}
