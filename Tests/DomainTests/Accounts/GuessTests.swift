import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules 20: guesses other than wrong log-ins")
struct GuessTests {
    private let here = "203.0.113.7"
    private let elsewhere = "203.0.113.8"

    /// Shows rule 20.5.
    @Test("An invalid invite counts for the address, without a hash; other failed sign-ups count only if e-mail or username is taken")
    func invites() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let owner = try await server.person("olive", role: .owner)
            let invite = try await server.invite()
            var body: Body = ["email": .string(owner.email), "username": "ada", "password": "correct horse"]
            let signUp = { (body: Body, address: String) in
                try await server.call(.post, "/v1/users", json: body, headers: ["X-Forwarded-For": address])
            }
            body["invite"] = .string(invite)
            body["birthday"] = "2999-01-01"
            for _ in 0..<30 { #expect(try await signUp(body, here).code == .invalid) }
            body["birthday"] = nil
            body["invite"] = "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"
            let before = server.hasher.hashCount
            for _ in 0..<25 { #expect(try await signUp(body, here).code == .inviteInvalid) }
            body["invite"] = .string(invite)
            body["email"] = "ada@example.org"
            let refused = try await signUp(body, here)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] != nil)
            #expect(try await server.tryLogIn(owner.email, owner.password, from: here).status == 429, "one count for all guesses")
            #expect(server.hasher.hashCount == before)
            #expect(try await signUp(body, elsewhere).status == 201)
        }
    }

    /// Shows rule 20.5.
    @Test("Probing e-mail addresses at sign-up counts as guessing, and a taken username reveals nothing about the address")
    func takenAddresses() async throws {
        try await TestServer.with { server in
            let (ada, _) = try await server.strangers("ada", "bea")
            let invite = try await server.invite()
            let signUp = { (email: String, username: String) in
                let body: Body = [
                    "invite": .string(invite), "email": .string(email), "username": .string(username), "password": "correct horse",
                ]
                return try await server.call(.post, "/v1/users", json: body)
            }
            #expect(try await signUp(ada.email, "BEA").code == .usernameTaken)
            #expect(try await signUp("nobody@example.org", "BEA").code == .usernameTaken)
            for _ in 0..<23 { #expect(try await signUp(ada.email, "cem").code == .emailTaken) }
            #expect(try await signUp("cem@example.org", "cem").code == .tooManyRequests)
        }
    }

    /// Shows rule 20.5.
    @Test("Probing e-mail addresses by changing one's own counts as guessing too")
    func takenAddressesOfOthers() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let change = { (email: String) in
                let body: Body = ["email": .string(email), "currentPassword": .string(ada.password)]
                return try await server.call(.patch, "/v1/me", token: ada.token, json: body)
            }
            #expect(try await change("other@example.org").status == 200)
            for _ in 0..<4 { #expect(try await change(bea.email).code == .emailTaken) }
            let refused = try await change("another@example.org")
            #expect(refused.code == .tooManyRequests, "hit or miss, five a day")
            #expect(refused.headers["retry-after"] == "86400")
        }
    }

    /// Shows rule 20.5.
    @Test("Probing usernames by changing one's own counts as guessing, because a user who blocks one has a username too")
    func takenUsernames() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let change = { (name: String) in
                try await server.call(.patch, "/v1/me", token: ada.token, json: ["username": .string(name)] as Body)
            }
            for _ in 0..<10 { #expect(try await change(bea.username).code == .usernameTaken) }
            #expect(try await change("zoe").code == .tooManyRequests)
        }
    }

    /// Shows rule 20.5.
    @Test("Previewing invites counts like redeeming them")
    func lookUps() async throws {
        try await TestServer.with { server in
            let invite = try await server.invite()
            let (good, bad): (Body, Body) = (["code": .string(invite)], ["code": "x"])
            for _ in 0..<30 { #expect(try await server.call(.post, "/v1/invites/lookup", json: good).status == 200) }
            for _ in 0..<25 { #expect(try await server.call(.post, "/v1/invites/lookup", json: bad).code == .inviteInvalid) }
            #expect(try await server.call(.post, "/v1/invites/lookup", json: good).status == 429)
        }
    }

    /// Shows rule 20.5.
    @Test("If a wrong password can't be recorded, it still counts, and the answer is the same")
    func unrecorded() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let ada = try await server.person("ada")
            try await server.rows("REVOKE INSERT ON audit_entries FROM davenport_app")
            for _ in 0..<10 {
                let body: Body = ["currentPassword": "wrong", "newPassword": "another horse"]
                let headers = ["X-Forwarded-For": here]
                let refused = try await server.call(.put, "/v1/me/password", token: ada.token, json: body, headers: headers)
                #expect(refused.code == .wrongPassword)
            }
            for address in [here, elsewhere] {
                for _ in 0..<10 {
                    let answer = try await server.tryLogIn(ada.email, "wrong", from: address)
                    #expect(answer.code == .invalidCredentials)
                }
                #expect(try await server.tryLogIn(ada.email, ada.password, from: address).status == 429)
            }
        }
    }

    /// Shows rule 20.5.
    @Test("Ten wrong current passwords lock password checks for this address on every endpoint, without a hash; right ones don't")
    func currentPassword() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let ada = try await server.person("ada")
            let change = { (password: String, address: String) in
                let body: Body = ["currentPassword": .string(password), "newPassword": "another horse"]
                return try await server.call(
                    .put, "/v1/me/password", token: ada.token, json: body, headers: ["X-Forwarded-For": address])
            }
            #expect(try await change(ada.password, here).status == 204)
            for _ in 0..<12 { #expect(try await change("another horse", here).status == 204) }
            for _ in 0..<10 { #expect(try await change("wrong", here).code == .wrongPassword) }
            let before = server.hasher.hashCount
            let refused = try await change("another horse", here)
            #expect(refused.code == .tooManyRequests)
            #expect(refused.headers["retry-after"] == "900")
            let deletion: Body = ["currentPassword": "another horse"]
            let headers = ["X-Forwarded-For": here]
            #expect(try await server.call(.post, "/v1/me/deletion", token: ada.token, json: deletion, headers: headers).status == 429)
            #expect(server.hasher.hashCount == before)
            #expect(try await change("another horse", elsewhere).status == 204)
        }
    }
}
