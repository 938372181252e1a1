import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules 20: failed log-ins are limited by address and account before hashing")
struct ThrottleTests {
    private let here = "203.0.113.7"
    private let elsewhere = "203.0.113.8"

    /// Shows rule 20.4.
    @Test("Ten failures at one account lock it for this address alone, without a hash, for 15 minutes")
    func account() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            for _ in 0..<10 { #expect(try await server.tryLogIn(ada.email, "wrong", from: here).status == 401) }
            let before = server.hasher.hashCount
            server.clock.advance(by: 15 * 60 - 1)
            for email in [ada.email, " ADA@Example.ORG "] {
                let answer = try await server.tryLogIn(email, ada.password, from: here)
                #expect(answer.status == 429)
                #expect(answer.code == .tooManyRequests)
                #expect(answer.headers["retry-after"] == "1")
            }
            #expect(server.hasher.hashCount == before)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: elsewhere).status == 201, "not from elsewhere")
            #expect(try await server.tryLogIn(bea.email, bea.password, from: here).status == 201)
            server.clock.advance(by: 1)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: here).status == 201)
        }
    }

    /// Shows rule 20.4.
    @Test("Twenty-five failures lock an address for all accounts, for 5 minutes")
    func address() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let ada = try await server.person("ada")
            for index in 0..<25 { #expect(try await server.tryLogIn("p\(index)@example.org", "x", from: here).status == 401) }
            let before = server.hasher.hashCount
            let answer = try await server.tryLogIn(ada.email, ada.password, from: here)
            #expect(answer.status == 429)
            #expect(answer.headers["retry-after"] == "300")
            #expect(server.hasher.hashCount == before)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: elsewhere).status == 201)
            server.clock.advance(by: 300)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: here).status == 201)
        }
    }

    /// Shows rule 20.4.
    @Test("A refused attempt doesn't count")
    func turnedAway() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            for _ in 0..<50 { _ = try await server.tryLogIn(ada.email, "wrong") }
            #expect(try await server.tryLogIn(bea.email, bea.password).status == 201)
        }
    }

    /// Shows rule 20.4.
    @Test("A success doesn't count as a failure, and doesn't reset the count")
    func givenBack() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for _ in 0..<9 { #expect(try await server.tryLogIn(ada.email, "wrong").status == 401) }
            for _ in 0..<20 { #expect(try await server.tryLogIn(ada.email, ada.password).status == 201) }
            #expect(try await server.tryLogIn(ada.email, "wrong").status == 401)
            #expect(try await server.tryLogIn(ada.email, ada.password).status == 429)
        }
    }

    /// Shows rule 20.6.
    @Test("One address can log in to one account thirty times an hour, failures aside; other addresses and later times are free")
    func logIns() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            for _ in 0..<5 { #expect(try await server.tryLogIn(ada.email, "wrong", from: here).status == 401) }
            for _ in 0..<30 { #expect(try await server.tryLogIn(ada.email, ada.password, from: here).status == 201) }
            let before = server.hasher.hashCount
            let refused = try await server.tryLogIn(ada.email, ada.password, from: here)
            #expect(refused.code == .tooManyRequests)
            #expect(refused.headers["retry-after"] == "3600")
            #expect(server.hasher.hashCount == before)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: elsewhere).status == 201)
            #expect(try await server.tryLogIn(bea.email, bea.password, from: here).status == 201)
            server.clock.advance(by: 3600)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: here).status == 201)
        }
    }

    /// Shows rule 20.7.
    @Test("A /48 of IPv6 has four times the limits of a /64")
    func largeNetworks() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let ada = try await server.person("ada")
            let address = { (network: Int) in "2001:db8:7:\(String(network, radix: 16))::1" }
            for index in 0..<40 { #expect(try await server.tryLogIn(ada.email, "wrong", from: address(index)).status == 401) }
            #expect(try await server.tryLogIn(ada.email, ada.password, from: address(99)).status == 429)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: "2001:db8:8::1").status == 201)
        }
    }

    /// Shows rule 20.6.
    @Test("Open sign-up makes ten accounts an hour per address, and invites aren't limited by that")
    func openSignUp() async throws {
        try await TestServer.with(signup: .open, trustedProxies: 1) { server in
            let signUp = { (name: String, invite: String?, address: String) in
                var body: Body = ["email": .string("\(name)@example.org"), "username": .string(name), "password": "correct horse"]
                body["invite"] = invite.map { .string($0) }
                return try await server.call(.post, "/v1/users", json: body, headers: ["X-Forwarded-For": address])
            }
            for index in 0..<10 { #expect(try await signUp("p\(index)", nil, here).status == 201) }
            let refused = try await signUp("ada", nil, here)
            #expect(refused.code == .tooManyRequests)
            #expect(refused.headers["retry-after"] == "3600")
            #expect(try await signUp("bea", nil, elsewhere).status == 201)
            let invite = try await server.invite()
            #expect(try await signUp("cem", invite, here).status == 201)
            server.clock.advance(by: 3600)
            #expect(try await signUp("ada", nil, here).status == 201)
        }
    }

    /// Shows rule 20.4.
    @Test("Of a hundred concurrent guesses no more than ten reach a hash")
    func atOnce() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let before = server.hasher.hashCount
            let statuses = try await concurrently(0..<100) { _ in try await server.tryLogIn(ada.email, "wrong").status }.counts
            // Some guesses find no free place for their address. They reach no hash, and don't count as failures.
            #expect(Set(statuses.keys).isSubset(of: [401, 429, 503]))
            #expect((1...10).contains(statuses[401, default: 0]))
            #expect(server.hasher.hashCount == before + statuses[401, default: 0])
        }
    }

    /// Shows rule 20.6.
    @Test("Everything that costs a hash is limited: a birthday is checked before it, and right passwords are limited to thirty an hour")
    func everyHash() async throws {
        try await TestServer.with(signup: .open, trustedProxies: 1) { server in
            let ada = try await server.person("ada")
            let before = server.hasher.hashCount
            let unborn: Body = [
                "email": "bea@example.org", "username": "bea", "password": "correct horse", "birthday": "2999-01-01",
            ]
            #expect(try await server.call(.post, "/v1/users", json: unborn).faultyFields == ["birthday"])
            #expect(server.hasher.hashCount == before)
            var statuses: [Int] = []
            for index in 0..<32 {
                if index == 31 { server.clock.advance(by: 3600) }
                let body: Body = ["currentPassword": .string(ada.password), "newPassword": .string(ada.password)]
                let headers = ["X-Forwarded-For": "203.0.113.\(index)"]
                statuses.append(try await server.call(.put, "/v1/me/password", token: ada.token, json: body, headers: headers).status)
            }
            #expect(statuses == Array(repeating: 204, count: 30) + [429, 204])
        }
    }

    /// Shows rule 1.2.
    @Test("One tenant's failures don't count in another")
    func tenants() async throws {
        try await TestServer.with { server in
            let attic = try await server.otherTenant()
            let ada = try await server.person("ada", in: attic)
            for _ in 0..<11 { _ = try await server.tryLogIn(ada.email, "wrong", tenant: "sofa") }
            #expect(try await server.tryLogIn(ada.email, "wrong", tenant: "sofa").status == 429)
            #expect(try await server.tryLogIn(ada.email, ada.password, tenant: "attic").status == 201)
        }
    }

    /// Shows rules 2.17 and 20.10.
    @Test("Addresses and e-mails are never stored in plain text, and expired rows are deleted")
    func storage() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            _ = try await server.tryLogIn(ada.email, "wrong")
            let keys: [String] = try await server.rows("SELECT key FROM throttles").map { try $0["key"] }
            #expect(keys.count == 3, "the address, the account, and the log-in that it wasn't")
            #expect(keys.allSatisfy { Data(base64Encoded: $0)?.count == 32 })
            server.clock.advance(by: 15 * 60)
            _ = try await server.tryLogIn("nobody@example.org", "wrong")
            let later: [String] = try await server.rows("SELECT key FROM throttles").map { try $0["key"] }
            #expect(later.count == 4)
            #expect(Set(later).intersection(keys).count == 2, "the address, counted anew, and the first account's log-ins")
        }
    }
}
