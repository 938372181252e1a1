import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 2 and 3: signing up")
struct SignUpTests {
    private let ada: Body = ["email": "ada@example.org", "username": "ada", "password": "correct horse"]

    /// Shows rules 2.1, 2.5 and 10.1.
    @Test("With open sign-up everyone can become a member, and is logged in")
    func open() async throws {
        try await TestServer.with(signup: .open) { server in
            var body = ada
            body["givenName"] = "Ada"
            body["birthday"] = "1990-12-10"
            body["deviceName"] = "kitchen"
            let answer = try await server.call(.post, "/v1/users", json: body)
            #expect(answer.headers["cache-control"] == "no-store")
            let signedIn = try answer.expecting(201, SignedIn.self)
            #expect(signedIn.user.role == .member)
            #expect(signedIn.user.birthday == CalendarDate(year: 1990, month: 12, day: 10))
            #expect(signedIn.session.source == .signup)
            #expect(signedIn.session.deviceName == "kitchen")
            #expect(signedIn.session.expiresAt.timeIntervalSince(server.clock.now) == 365 * 86_400)
            #expect(try await server.call(.get, "/v1/me", token: signedIn.token).expecting(200, Me.self) == signedIn.user)
        }
    }

    /// Shows rule 3.5.
    @Test("A tenant that requires an invite refuses sign-ups without one")
    func needsInvite() async throws {
        try await TestServer.with { server in
            let answer = try await server.call(.post, "/v1/users", json: ada)
            #expect(answer.status == 422)
            #expect(answer.code == .inviteInvalid)
        }
    }

    /// Shows rules 2.1 and 3.6.
    @Test("Redeeming an invite gives its role, makes maker and new user friends, and counts a use")
    func redeem() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olive", role: .owner)
            let code = try await server.invite(by: owner, ["role": "admin"]).code
            var body = ada
            body["invite"] = .string(code.lowercased().replacing("-", with: " "))
            let signedIn = try await server.call(.post, "/v1/users", json: body).expecting(201, SignedIn.self)
            #expect(signedIn.user.role == .admin)
            let friends = try await server.call(.get, "/v1/friends", token: owner.token).expecting(200, FriendList.self)
            #expect(friends.friends.map(\.id) == [signedIn.user.id])
            body["email"] = "other@example.org"
            body["username"] = "other"
            #expect(try await server.call(.post, "/v1/users", json: body).code == .inviteInvalid)
        }
    }

    /// Shows rule 3.4.
    @Test("Used, expired, unknown and foreign codes, and those of a suspended or demoted maker, get one answer")
    func oneAnswer() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olive", role: .owner)
            let admin = try await server.person("adele", role: .admin)
            let attic = try await server.otherTenant()
            let stranger = try await server.person("stranger", role: .owner, in: attic)
            let expired = try await server.invite(by: owner, ["expiresInDays": 1]).code
            let suspended = try await server.invite(by: admin).code
            let demoted = try await server.invite(by: admin, ["role": "teacher"]).code
            let elsewhere = try await server.invite(by: stranger).code
            server.clock.advance(by: 86_400)
            try await server.rows("UPDATE users SET role = 'member' WHERE id = \(admin.id)")
            var texts: Set<String> = []
            func expectInvalid(_ code: String) async throws {
                var body = ada
                body["invite"] = .string(code)
                let answer = try await server.call(.post, "/v1/users", json: body, headers: ["Davenport-Tenant": "sofa"])
                #expect(answer.status == 422)
                texts.insert(answer.withoutRequestID)
            }
            for code in [expired, demoted, elsewhere, "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA", "x"] { try await expectInvalid(code) }
            try await server.suspend(admin.id)
            try await expectInvalid(suspended)
            #expect(texts.count == 1)
        }
    }

    /// Shows rule 3.5.
    @Test("Of fifty concurrent redemptions of a single-use code exactly one succeeds")
    func race() async throws {
        try await TestServer.with(trustedProxies: 1) { server in
            let owner = try await server.person("olive", role: .owner)
            let code = try await server.invite(by: owner).code
            let statuses = try await concurrently(0..<50) { index in
                let body: Body = [
                    "invite": .string(code), "email": .string("p\(index)@example.org"), "username": .string("p\(index)"),
                    "password": "correct horse",
                ]
                // Uses fifty different addresses, so that no attempt counts as guessing.
                let headers = ["X-Forwarded-For": "203.0.113.\(index)"]
                return try await server.call(.post, "/v1/users", json: body, headers: headers).status
            }.counts
            #expect(statuses == [201: 1, 422: 49])
        }
    }

    /// Shows rule 3.5.
    @Test("A failed sign-up consumes no use of an invite")
    func rollback() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olive", role: .owner)
            var body = ada
            body["invite"] = .string(try await server.invite(by: owner).code)
            body["username"] = "olive"
            #expect(try await server.call(.post, "/v1/users", json: body).code == .usernameTaken)
            body["username"] = "ada"
            #expect(try await server.call(.post, "/v1/users", json: body).status == 201)
        }
    }

    /// Shows rule 2.6.
    @Test(
        "Common passwords are refused",
        arguments: ["password", "PASSWORD123", "12345678", "Ada@Example.org", "adalovelace"])
    func weak(password: String) async throws {
        try await TestServer.with(signup: .open) { server in
            let body: Body = ["email": "ada@example.org", "username": "AdaLovelace", "password": .string(password)]
            let answer = try await server.call(.post, "/v1/users", json: body)
            #expect(answer.status == 422)
            #expect(answer.faultyFields == ["password"])
        }
    }

    /// Shows rule 2.4.
    @Test(
        "A teacher is 18 or older on the day of sign-up; a birthday of 29 February counts on 1 March",
        arguments: [
            (String?.none, 422), ("2008-03-01", 201), ("2008-03-02", 422), ("2008-02-29", 201), ("1990-01-01", 201), ("2027-01-01", 422),
        ])
    func teacher(birthday: String?, status: Int) async throws {
        try await TestServer.with(features: [.class]) { server in
            let invite = try await server.invite(as: .teacher)
            var body = ada
            body["invite"] = .string(invite)
            body["birthday"] = birthday.map { .string($0) }
            let answer = try await server.call(.post, "/v1/users", json: body)
            #expect(answer.status == status)
            if status == 422 { #expect(answer.faultyFields == ["birthday"]) }
        }
    }

    /// Shows rule 2.4.
    @Test("A teacher born on 29 February is not 18 on 28 February")
    func leapling() async throws {
        try await TestServer.with(features: [.class]) { server in
            let invite = try await server.invite(as: .teacher)
            server.clock.advance(by: -86_400)
            var body = ada
            body["invite"] = .string(invite)
            body["birthday"] = "2008-02-29"
            #expect(try await server.call(.post, "/v1/users", json: body).faultyFields == ["birthday"])
        }
    }

    /// Shows rule 2.15.
    @Test("Identity colours are spread evenly over the members")
    func colors() async throws {
        try await TestServer.with { server in
            var colors: Set<String> = []
            for index in 0..<12 {
                let person = try await server.person("p\(index)x")
                let me = try await server.call(.get, "/v1/me", token: person.token).expecting(200, Me.self)
                #expect(me.identityColor.wholeMatch(of: /#[0-9a-f]{6}/) != nil)
                colors.insert(me.identityColor)
            }
            #expect(colors.count == 12)
        }
    }
}
