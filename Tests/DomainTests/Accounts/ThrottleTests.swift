import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules.md 20: failures are counted before hashing, by address and by account")
struct ThrottleTests {
    @Test("One hash for each log-in whatever its outcome: right, wrong, unknown, deleted, suspended")
    func oneHash() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = (try await server.person("ada"), try await server.person("bea"), try await server.person("cem"))
            try await server.suspend(bea.id)
            try await server.forget(cem)
            for (email, password, status) in [
                (ada.email, ada.password, 201), (ada.email, "wrong", 401), ("nobody@example.org", ada.password, 401),
                (bea.email, bea.password, 401), (cem.email, cem.password, 401),
            ] {
                let before = server.hasher.hashCount
                #expect(try await server.tryLogIn(email, password).status == status)
                #expect(server.hasher.hashCount == before + 1, "\(email)")
            }
        }
    }

    @Test("Ten failures at one account lock that account for this address only, without a hash, until 15 minutes are over")
    func account() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let (ada, bea) = (try await server.person("ada"), try await server.person("bea"))
            for _ in 0..<10 { #expect(try await server.tryLogIn(ada.email, "wrong", from: "203.0.113.7").status == 401) }
            let before = server.hasher.hashCount
            server.clock.advance(by: 15 * 60 - 1)
            for email in [ada.email, " ADA@Example.ORG "] {
                let answer = try await server.tryLogIn(email, ada.password, from: "203.0.113.7")
                #expect(answer.status == 429)
                #expect(answer.code == .tooManyRequests)
                #expect(answer.headers["retry-after"] == "1")
            }
            #expect(server.hasher.hashCount == before)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.8").status == 201, "not from elsewhere")
            #expect(try await server.tryLogIn(bea.email, bea.password, from: "203.0.113.7").status == 201)
            server.clock.advance(by: 1)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.7").status == 201)
        }
    }

    @Test("Twenty-five failures lock an address for whomever, until 5 minutes are over")
    func address() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let ada = try await server.person("ada")
            for index in 0..<25 { #expect(try await server.tryLogIn("p\(index)@example.org", "x", from: "203.0.113.7").status == 401) }
            let before = server.hasher.hashCount
            let answer = try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.7")
            #expect(answer.status == 429)
            #expect(answer.headers["retry-after"] == "300")
            #expect(server.hasher.hashCount == before)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.8").status == 201)
            server.clock.advance(by: 300)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.7").status == 201)
        }
    }

    @Test("An attempt that is turned away counts nowhere")
    func turnedAway() async throws {
        try await TestServer.with { server in
            let (ada, bea) = (try await server.person("ada"), try await server.person("bea"))
            for _ in 0..<50 { _ = try await server.tryLogIn(ada.email, "wrong") }
            #expect(try await server.tryLogIn(bea.email, bea.password).status == 201)
        }
    }

    @Test("A success gives back: it counts as no failure, and leaves the failures as they were")
    func givenBack() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for _ in 0..<9 { #expect(try await server.tryLogIn(ada.email, "wrong").status == 401) }
            for _ in 0..<20 { #expect(try await server.tryLogIn(ada.email, ada.password).status == 201) }
            #expect(try await server.tryLogIn(ada.email, "wrong").status == 401)
            #expect(try await server.tryLogIn(ada.email, ada.password).status == 429)
        }
    }

    @Test("Thirty log-ins to an account from one address are taken in an hour, failures aside; from elsewhere, and later, it is open")
    func logIns() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let (ada, bea) = (try await server.person("ada"), try await server.person("bea"))
            for _ in 0..<5 { #expect(try await server.tryLogIn(ada.email, "wrong", from: "203.0.113.7").status == 401) }
            for _ in 0..<30 { #expect(try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.7").status == 201) }
            let before = server.hasher.hashCount
            let refused = try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.7")
            #expect(refused.code == .tooManyRequests)
            #expect(refused.headers["retry-after"] == "3600")
            #expect(server.hasher.hashCount == before)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.8").status == 201)
            #expect(try await server.tryLogIn(bea.email, bea.password, from: "203.0.113.7").status == 201)
            server.clock.advance(by: 3600)
            #expect(try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.7").status == 201)
        }
    }

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

    @Test("Open sign-up makes ten accounts an hour for one address; an invite isn't held up by it")
    func openSignUp() async throws {
        try await TestServer.with(signup: .open, trustedProxies: 1) { server in
            let signUp = { (name: String, invite: String?, address: String) in
                var body: Body = ["email": .string("\(name)@example.org"), "username": .string(name), "password": "correct horse"]
                body["invite"] = invite.map { .string($0) }
                return try await server.call(.post, "/v1/users", json: body, headers: ["X-Forwarded-For": address])
            }
            for index in 0..<10 { #expect(try await signUp("p\(index)", nil, "203.0.113.7").status == 201) }
            let refused = try await signUp("ada", nil, "203.0.113.7")
            #expect(refused.code == .tooManyRequests)
            #expect(refused.headers["retry-after"] == "3600")
            #expect(try await signUp("bea", nil, "203.0.113.8").status == 201)
            let invite = try await CreateOperatorInvite(server.operators)(server.tenant, NewInvite())
            #expect(try await signUp("cem", invite.code, "203.0.113.7").status == 201)
            server.clock.advance(by: 3600)
            #expect(try await signUp("ada", nil, "203.0.113.7").status == 201)
        }
    }

    @Test("Nobody holds the queue of hashes: beyond four of one address the rest is turned away, and another address gets in")
    func places() async throws {
        try await TestServer.with(trustedProxies: 1, hashing: .standard) { server in
            let ada = try await server.person("ada")
            let statuses = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<20 { group.addTask { try await server.tryLogIn("p\(index)@example.org", "x", from: "203.0.113.7") } }
                #expect(try await server.tryLogIn(ada.email, ada.password, from: "203.0.113.8").status == 201)
                return try await group.reduce(into: [Int: Int]()) { counts, answer in
                    counts[answer.status, default: 0] += 1
                    if answer.status == 503 { #expect(answer.headers["retry-after"] == "2") }
                }
            }
            #expect(statuses[401, default: 0] >= 4)
            #expect(statuses[503, default: 0] >= 1)
            #expect(statuses[401, default: 0] + statuses[503, default: 0] == 20, "\(statuses)")
        }
    }

    @Test("One tenant holds a third of the queue of hashes at most: beyond it the rest is turned away, and in another one gets in")
    func placesOfTenant() async throws {
        try await TestServer.with { server in
            _ = try await server.otherTenant()
            // There is a place for each attempt, and each comes from elsewhere; a third of the places is four.
            let hasher = PasswordHasher(parameters: .standard, threads: 1, queueLimit: 12)
            let serving = server.serving(hasher)
            var visitors: [Visitor] = []
            for index in 0..<9 {
                let address = try #require(ClientAddress("203.0.113.\(index)"))
                visitors.append(try await ResolveTenant(serving)(slug: index < 8 ? "sofa" : "attic", host: nil, from: address))
            }
            let isTurnedAway = { @Sendable (visitor: Visitor) in
                do {
                    _ = try await LogIn(serving)(Applicant(visitor, email: "ada@example.org", password: "x"), NewSession())
                } catch let problem as Problem where problem.code == .unavailable {
                    return true
                } catch let problem as Problem where problem.code == .invalidCredentials {}
                return false
            }
            let turnedAway = try await withThrowingTaskGroup(of: Bool.self) { group in
                for visitor in visitors.dropLast() { group.addTask { try await isTurnedAway(visitor) } }
                #expect(try await !isTurnedAway(visitors[8]))
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect((1...4).contains(turnedAway))
            #expect(hasher.hashCount == 9 - turnedAway)
        }
    }

    @Test("A hundred guesses at once pass no further than ten in a row")
    func atOnce() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let before = server.hasher.hashCount
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 { group.addTask { try await server.tryLogIn(ada.email, "wrong").status } }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
            // Some find the places of their address taken: they come to no hash, and count nowhere.
            #expect(Set(statuses.keys).isSubset(of: [401, 429, 503]))
            #expect((1...10).contains(statuses[401, default: 0]))
            #expect(server.hasher.hashCount == before + statuses[401, default: 0])
        }
    }

    @Test("Invalid invites count for the address, without a hash; a sign-up that fails otherwise doesn't, but for what is taken")
    func invites() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let owner = try await server.person("owner", role: .owner)
            let invite = try await CreateOperatorInvite(server.operators)(server.tenant, NewInvite(role: nil))
            var body: Body = ["email": .string(owner.email), "username": "ada", "password": "correct horse"]
            let signUp = { (body: Body, address: String) in
                try await server.call(.post, "/v1/users", json: body, headers: ["X-Forwarded-For": address])
            }
            body["invite"] = .string(invite.code)
            body["birthday"] = "2999-01-01"
            for _ in 0..<30 { #expect(try await signUp(body, "203.0.113.7").code == .invalid) }
            body["birthday"] = nil
            body["invite"] = "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"
            let before = server.hasher.hashCount
            for _ in 0..<25 { #expect(try await signUp(body, "203.0.113.7").code == .inviteInvalid) }
            body["invite"] = .string(invite.code)
            body["email"] = "ada@example.org"
            let refused = try await signUp(body, "203.0.113.7")
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] != nil)
            #expect(try await server.tryLogIn(owner.email, owner.password, from: "203.0.113.7").status == 429, "one count for all guesses")
            #expect(server.hasher.hashCount == before)
            #expect(try await signUp(body, "203.0.113.8").status == 201)
        }
    }

    @Test("Trying out e-mail addresses at sign-up counts as guessing, and a taken username says nothing about the address")
    func takenAddresses() async throws {
        try await TestServer.with { server in
            let (ada, _) = (try await server.person("ada"), try await server.person("bea"))
            let invite = try await CreateOperatorInvite(server.operators)(server.tenant, NewInvite())
            let signUp = { (email: String, username: String) in
                let body: Body = [
                    "invite": .string(invite.code), "email": .string(email), "username": .string(username), "password": "correct horse",
                ]
                return try await server.call(.post, "/v1/users", json: body)
            }
            #expect(try await signUp(ada.email, "BEA").code == .usernameTaken)
            #expect(try await signUp("nobody@example.org", "BEA").code == .usernameTaken)
            for _ in 0..<23 { #expect(try await signUp(ada.email, "cem").code == .emailTaken) }
            #expect(try await signUp("cem@example.org", "cem").code == .tooManyRequests)
        }
    }

    @Test("Trying out e-mail addresses by changing one's own counts as guessing too")
    func takenAddressesOfOthers() async throws {
        try await TestServer.with { server in
            let (ada, bea) = (try await server.person("ada"), try await server.person("bea"))
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

    @Test("Trying out usernames by changing one's own counts as guessing: who blocks one has a name too")
    func takenUsernames() async throws {
        try await TestServer.with { server in
            let (ada, bea) = (try await server.person("ada"), try await server.person("bea"))
            let change = { (name: String) in
                try await server.call(.patch, "/v1/me", token: ada.token, json: ["username": .string(name)] as Body)
            }
            for _ in 0..<10 { #expect(try await change(bea.username).code == .usernameTaken) }
            #expect(try await change("zoe").code == .tooManyRequests)
        }
    }

    @Test("Whatever costs a hash is counted: a birthday is looked at before it, and right passwords are thirty an hour")
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
            for index in 0..<31 {
                let body: Body = ["currentPassword": .string(ada.password), "newPassword": .string(ada.password)]
                let headers = ["X-Forwarded-For": "203.0.113.\(index)"]
                statuses.append(try await server.call(.put, "/v1/me/password", token: ada.token, json: body, headers: headers).status)
            }
            #expect(statuses == Array(repeating: 204, count: 30) + [429])
        }
    }

    @Test("Looking invites up counts like redeeming them")
    func lookUps() async throws {
        try await TestServer.with { server in
            let invite = try await CreateOperatorInvite(server.operators)(server.tenant, NewInvite(role: nil))
            let (good, bad): (Body, Body) = (["code": .string(invite.code)], ["code": "x"])
            for _ in 0..<30 { #expect(try await server.call(.post, "/v1/invites/lookup", json: good).status == 200) }
            for _ in 0..<25 { #expect(try await server.call(.post, "/v1/invites/lookup", json: bad).code == .inviteInvalid) }
            #expect(try await server.call(.post, "/v1/invites/lookup", json: good).status == 429)
        }
    }

    @Test("Ten wrong current passwords lock them for this address, by whichever way, without a hash; ten right ones don't")
    func currentPassword() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let ada = try await server.person("ada")
            let change = { (password: String, address: String) in
                let body: Body = ["currentPassword": .string(password), "newPassword": "another horse"]
                return try await server.call(
                    .put, "/v1/me/password", token: ada.token, json: body, headers: ["X-Forwarded-For": address])
            }
            #expect(try await change(ada.password, "203.0.113.7").status == 204)
            for _ in 0..<12 { #expect(try await change("another horse", "203.0.113.7").status == 204) }
            for _ in 0..<10 { #expect(try await change("wrong", "203.0.113.7").code == .wrongPassword) }
            let before = server.hasher.hashCount
            let refused = try await change("another horse", "203.0.113.7")
            #expect(refused.code == .tooManyRequests)
            #expect(refused.headers["retry-after"] == "900")
            let deletion: Body = ["currentPassword": "another horse"]
            let headers = ["X-Forwarded-For": "203.0.113.7"]
            #expect(try await server.call(.post, "/v1/me/deletion", token: ada.token, json: deletion, headers: headers).status == 429)
            #expect(server.hasher.hashCount == before)
            #expect(try await change("another horse", "203.0.113.8").status == 204)
        }
    }

    @Test("One tenant's failures are not another's")
    func tenants() async throws {
        try await TestServer.with { server in
            let attic = try await server.otherTenant()
            let ada = try await server.person("ada", in: attic)
            for _ in 0..<11 { _ = try await server.tryLogIn(ada.email, "wrong", tenant: "sofa") }
            #expect(try await server.tryLogIn(ada.email, "wrong", tenant: "sofa").status == 429)
            #expect(try await server.tryLogIn(ada.email, ada.password, tenant: "attic").status == 201)
        }
    }

    @Test("No address and no e-mail is stored, and rows go when they have expired")
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
