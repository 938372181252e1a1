import DavenportAPI
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules 2: logging in and sessions")
struct SessionTests {
    /// Shows rules 2.7, 10.2 and 10.8.
    @Test("A log-in returns a new token for the device")
    func logIn() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let body: Body = ["deviceName": "phone"]
            let answer = try await server.call(
                .post, "/v1/sessions", json: body, headers: ["Authorization": basic(" ADA@example.org", ada.password)])
            let signedIn = try answer.expecting(201, SignedIn.self)
            #expect(signedIn.user.id == ada.id)
            #expect(signedIn.session.source == .login)
            #expect(Array(signedIn.session.id.uuidString)[14] == "7", "the version of its id")
            #expect(signedIn.token != ada.token)
            #expect(signedIn.token.hasPrefix("davenport_"))
            #expect(answer.headers["cache-control"] == "no-store")
        }
    }

    /// Shows rule 2.7.
    @Test("Wrong password, unknown e-mail, deleted and suspended accounts get the same answer, after one hash each")
    func sameAnswer() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let atFirst = server.hasher.hashCount
            #expect(try await server.tryLogIn(ada).status == 201)
            #expect(server.hasher.hashCount == atFirst + 1, "a log-in that succeeds costs one as well")
            try await server.suspend(bea.id)
            var answers: Set<String> = []
            for (email, password) in [
                (ada.email, "wrong password"), ("nobody@example.org", "x"), (bea.email, bea.password), ("", ""), ("a\0b", "x"),
            ] {
                let before = server.hasher.hashCount
                let answer = try await server.tryLogIn(email, password)
                #expect(server.hasher.hashCount == before + 1)
                #expect(answer.status == 401)
                #expect(answer.code == .invalidCredentials)
                #expect(answer.headers["www-authenticate"]?.hasPrefix("Basic") == true)
                answers.insert(answer.withoutRequestID)
            }
            #expect(answers.count == 1)
        }
    }

    /// Shows rule 2.7.
    @Test(
        "Invalid Authorization headers are 401",
        arguments: ["Basic", "Basic !!!", "Basic YWRh", "Bearer x", "Basic /////w==", "Digest a=b", ":"])
    func badBasic(header: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.call(.post, "/v1/sessions", headers: ["Authorization": header])
            #expect(answer.status == 401)
        }
    }

    /// Shows rule 2.8.
    @Test("A malformed, truncated, altered or unknown token is 401")
    func badTokens() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            var altered = Array(ada.token)
            altered[20] = altered[20] == "A" ? "B" : "A"
            let half = String(ada.token.prefix(ada.token.count / 2))
            for token in [
                "", "x", half, String(altered), ada.token + "A", ada.token + "=", "davenport_" + String(repeating: "A", count: 70),
            ] {
                let answer = try await server.call(.get, "/v1/me", token: token)
                #expect(answer.status == 401, "\(token)")
                #expect(answer.code == .unauthenticated)
            }
        }
    }

    /// Shows rule 2.8.
    @Test("A session ends after 90 days without use, or after a year with it; its last use is written at most hourly")
    func expiry() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let status = { try await server.call(.get, "/v1/me", token: ada.token).status }
            let lastUsed = { () async throws -> Date in
                let sessions = try await server.call(.get, "/v1/sessions", token: ada.token).expecting(200, Items<Session>.self)
                return try #require(sessions.items.first).lastUsedAt
            }
            let start = server.clock.now
            server.clock.advance(by: 3599)
            #expect(try await lastUsed() == start)
            server.clock.advance(by: 1)
            #expect(try await lastUsed() == server.clock.now)
            server.clock.advance(by: 90 * 86_400)
            #expect(try await status() == 401)
            server.clock.advance(by: -1)
            #expect(try await status() == 200)
            for _ in 0..<3 {
                server.clock.advance(by: 80 * 86_400)
                #expect(try await status() == 200)
            }
            server.clock.advance(by: start.addingTimeInterval(365 * 86_400 - 1).timeIntervalSince(server.clock.now))
            #expect(try await status() == 200)
            server.clock.advance(by: 1)
            #expect(try await status() == 401)
        }
    }

    /// Shows rule 2.8.
    @Test("A user lists their sessions and ends the current, any one, or all others")
    func ending() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let logIn = { try await server.tryLogIn(ada).expecting(201, SignedIn.self) }
            let (laptop, phone, tablet) = (try await logIn(), try await logIn(), try await logIn())
            let listed = try await server.call(.get, "/v1/sessions", token: laptop.token).expecting(200, Items<Session>.self)
            #expect(listed.items.count == 4)
            #expect(listed.items.filter(\.current).map(\.id) == [laptop.session.id])

            let one = "/v1/sessions/\(phone.session.id)"
            #expect(try await server.call(.delete, one, token: bea.token).status == 404, "another's session")
            #expect(try await server.call(.delete, one, token: laptop.token).status == 204)
            #expect(try await server.call(.delete, one, token: laptop.token).status == 404)
            #expect(try await !server.isSignedIn(phone.token))
            #expect(try await server.call(.delete, "/v1/sessions", token: laptop.token).status == 204)
            #expect(try await server.isSignedIn(laptop.token))
            #expect(try await !server.isSignedIn(ada.token))
            #expect(try await !server.isSignedIn(tablet.token))
            #expect(try await server.call(.delete, "/v1/sessions/current", token: laptop.token).status == 204)
            #expect(try await !server.isSignedIn(laptop.token))
            #expect(try await server.isSignedIn(bea.token))
        }
    }

    /// Shows rule 2.9.
    @Test("A user has at most 50 sessions: a new one ends the least recently used")
    func limit() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let first = try await server.logIn(ada)
            for _ in 0..<48 {
                server.clock.advance(by: 3600)
                _ = try await server.logIn(ada)
            }
            // The oldest session is used, so the second oldest ends.
            #expect(try await server.isSignedIn(ada.token))
            #expect(try await server.database.count("sessions") == 50)
            _ = try await server.logIn(ada)
            #expect(try await server.database.count("sessions") == 50)
            #expect(try await !server.isSignedIn(first))
            #expect(try await server.isSignedIn(ada.token))
        }
    }

    /// Shows rule 2.9.
    @Test("A log-in deletes expired sessions of all users from the table")
    func over() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            server.clock.advance(by: 89 * 86_400)
            _ = try await server.call(.get, "/v1/me", token: ada.token)
            server.clock.advance(by: 86_400)
            _ = try await server.logIn(bea)
            #expect(try await server.database.count("sessions") == 2, "bea's first one is over, ada's is not")
            server.clock.advance(by: 275 * 86_400)
            try await server.rows("UPDATE sessions SET last_used_at = \(server.clock.now)")
            _ = try await server.logIn(bea)
            #expect(try await server.database.count("sessions") == 2, "ada's lasted a year")
        }
    }

    /// Shows rules 2.6 and 20.12.
    @Test(
        "A password may begin with any character, also a combining one",
        arguments: ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{1F3FD}", ":", " ", "\u{600}"])
    func joiningPassword(first: String) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", password: first + "correct horse")
            _ = try await server.logIn(ada)
            #expect(try await server.tryLogIn(ada, password: "correct horse").status == 401)
        }
    }

    /// Shows rule 20.2.
    @Test("A password hashed with other parameters is rehashed after its next log-in")
    func rehash() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let old = try await PasswordHasher(parameters: #require(ScryptParameters(n: 32, r: 8, p: 1)), threads: 1).hash(ada.password)
            try await server.rows("UPDATE users SET password_hash = \(old)")
            let stored = { () async throws -> String in try await server.rows("SELECT password_hash FROM users")[0]["password_hash"] }
            #expect(try await server.tryLogIn(ada, password: "wrong horse").status == 401)
            #expect(try await stored() == old)
            _ = try await server.logIn(ada)
            try await eventually("it is hashed anew") { try await stored() != old }
            _ = try await server.logIn(ada)
        }
    }

    /// Shows rule 20.10.
    @Test("Tokens and codes are stored as SHA-256 alone")
    func storage() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let rows = try await server.rows(
                """
                SELECT FROM sessions
                WHERE token_digest = sha256(convert_to(\(ada.token), 'UTF8')) AND sessions::text NOT LIKE '%' || \(ada.token) || '%'
                """)
            #expect(rows.count == 1)
        }
    }
}
