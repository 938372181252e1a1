import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rule 2.22: usernames that the server makes")
struct MadeUsernameTests {
    private func signUp(_ server: TestServer, _ fields: Body, from address: String = "203.0.113.7") async throws -> Answer {
        var body: Body = ["password": "correct horse"]
        body.merge(fields) { $1 }
        return try await server.call(.post, "/v1/users", json: body, headers: ["X-Forwarded-For": address])
    }

    /// Shows rule 2.22.
    @Test(
        "Without a username it is a word of the given name, else of the address, and never reveals more",
        arguments: [
            ("Ada", "x.y@example.org", "ada"), (nil, "ada@example.org", "ada"), ("Zoë", "x@example.org", "zoë"),
            ("Anna-Maria", "x@example.org", "anna"), ("O'Brien", "x@example.org", "o"), (nil, "ada.lovelace+tv1815@example.org", "ada"),
            (nil, "1815ada@example.org", "ada"), (nil, "4930123456@example.org", "person"), (nil, "!@example.org", "person"),
            ("ada@example.org", "x@example.org", "ada"), ("Admin", "eve@example.org", "eve"), ("Sofa", "owner@example.org", "person"),
            ("Александр", "x@example.org", "александр"), ("アキラ", "x@example.org", "アキラ"), ("ﬁn", "fin@example.org", "fin"),
            ("аda", "real@example.org", "real"), ("Bartholomewthelongestnameofall", "x@example.org", "bartholomewthelongestnam"),
        ] as [(String?, String, String)])
    func made(givenName: String?, email: String, username: String) async throws {
        try await TestServer.with(signup: .open) { server in
            var body: Body = ["email": .string(email)]
            body["givenName"] = givenName.map { .string($0) }
            let signedIn = try await signUp(server, body).expecting(201, SignedIn.self)
            // A word of one letter is too short, so the next one is taken.
            let expected = username == "o" ? "brien" : username
            #expect(signedIn.user.username == expected)
            let renamed = try await server.call(.patch, "/v1/me", token: signedIn.token, json: ["username": "other"] as Body)
            #expect(try renamed.expecting(200, Me.self).username == "other", "it changes as any other does")
        }
    }

    /// Shows rule 2.22.
    @Test("Fifty people with one name who sign up at once get fifty usernames")
    func race() async throws {
        try await TestServer.with(signup: .open, trustedProxies: 1) { server in
            let names = try await concurrently(0..<50) { index -> String? in
                let body: Body = ["givenName": "Ada", "email": .string("ada@\(index).example.org")]
                let answer = try await signUp(server, body, from: "203.0.113.\(index)")
                // Of many at once some are asked to come again, since each costs a password hash.
                return answer.status == 503 ? nil : try answer.expecting(201, SignedIn.self).user.username
            }.compactMap { $0 }
            #expect(names.count > 1 && Set(names).count == names.count)
            #expect(names.count { $0 == "ada" } == 1)
            #expect(names.allSatisfy { $0.wholeMatch(of: /ada[0-9]{0,6}/) != nil }, "\(names)")
        }
    }

    /// Shows rule 2.22.
    @Test("A taken word gets digits, also when an explicit username takes it; a taken address is refused as ever")
    func taken() async throws {
        try await TestServer.with(signup: .open) { server in
            _ = try await server.person("ADA")
            let other = try await signUp(server, ["email": "ada@example.net"]).expecting(201, SignedIn.self).user.username
            #expect(other.wholeMatch(of: /ada[0-9]{2,6}/) != nil)
            #expect(try await signUp(server, ["email": "ADA@example.net"]).code == .emailTaken)
            #expect(try await signUp(server, ["email": "b@example.net", "username": "ada"]).code == .usernameTaken)
            for username: JSONValue in ["", "a", "a b", "admin", 7] {
                #expect(try await signUp(server, ["email": "b@example.net", "username": username]).faultyFields == ["username"])
            }
        }
    }

    /// Shows rules 2.6 and 2.22.
    @Test("A made username is never the password, and an invite doesn't need a username either")
    func password() async throws {
        try await TestServer.with { server in
            let body: Body = [
                "invite": .string(try await server.invite()), "email": "eve@example.org", "givenName": "Bartholomew",
                "password": "bartholomew",
            ]
            let username = try await signUp(server, body).expecting(201, SignedIn.self).user.username
            #expect(username.wholeMatch(of: /bartholomew[0-9]+/) != nil)
        }
    }
}
