import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 2: links for new passwords")
struct PasswordLinkTests {
    private static let new = "staple battery"

    private func lookUp(_ server: TestServer, _ code: String) async throws -> Answer {
        try await server.call(.post, "/v1/password-links/lookup", json: ["code": .string(code)] as Body)
    }

    private func use(_ server: TestServer, _ code: String, _ password: String = new) async throws -> Answer {
        try await server.call(.post, "/v1/password-links/use", json: ["code": .string(code), "password": .string(password)] as Body)
    }

    private func make(_ server: TestServer, by maker: Person, for person: Person) async throws -> Answer {
        try await server.call(.post, "/v1/members/\(person.id.uuidString.lowercased())/password-link", token: maker.token)
    }

    private func made(_ server: TestServer, by maker: Person, for person: Person) async throws -> PasswordLink {
        try await make(server, by: maker, for: person).expecting(201, PasswordLink.self)
    }

    /// Shows rules 2.23 and 2.24.
    @Test("A link shows whose password it sets, sets it once, logs the person in, and ends all that knew the old one")
    func wholeWay() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            _ = try await server.as(ada).createAccessKey(NewAccessKey(purpose: .calendar, name: "laptop"))
            let invite = try await server.invite(by: ada)
            let answer = try await make(server, by: owner, for: ada)
            #expect(answer.headers["cache-control"] == "no-store")
            let link = try answer.expecting(201, PasswordLink.self)
            #expect(link.code.filter { $0 != "-" }.count == 26 && link.url == nil)
            #expect(link.expiresAt.timeIntervalSince(server.clock.now) == 24 * 3600)
            let shown = try await lookUp(server, link.code.lowercased()).expecting(200, PasswordLinkPreview.self)
            #expect(shown.username == "ada" && shown.tenant.name == server.tenant.name && shown.tenant.slug == server.tenant.slug)
            let signedIn = try await use(server, link.code).expecting(201, SignedIn.self)
            #expect(signedIn.user.id == ada.id && signedIn.user.passwordLink == nil)
            #expect(try await server.call(.get, "/v1/me", token: signedIn.token).status == 200)
            #expect(try await server.call(.get, "/v1/me", token: ada.token).status == 401)
            #expect(try await server.database.count("access_keys") == 0)
            let invited = try await server.call(.post, "/v1/invites/lookup", json: ["code": .string(invite.code)] as Body)
            #expect(invited.code == .inviteInvalid)
            for code in [link.code, PasswordLinkTests.unknown] {
                #expect(try await lookUp(server, code).code == .linkInvalid)
                let again = try await use(server, code, "battery staple")
                #expect(again.status == 404 && again.code == .linkInvalid)
            }
            #expect(try await server.tryLogIn(ada).status == 401)
            #expect(try await server.tryLogIn(ada, password: PasswordLinkTests.new).status == 201)
        }
    }

    private static let unknown = "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR-4T"

    /// Shows rule 2.23.
    @Test("A link works for 24 hours, and a newer one ends it")
    func ends() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            let first = try await made(server, by: owner, for: ada)
            let second = try await made(server, by: owner, for: ada)
            #expect(try await lookUp(server, first.code).code == .linkInvalid)
            server.clock.advance(by: 24 * 3600 - 1)
            #expect(try await lookUp(server, second.code).status == 200)
            #expect(try await server.as(ada).showMe().passwordLink != nil)
            server.clock.advance(by: 1)
            #expect(try await use(server, second.code).code == .linkInvalid)
            #expect(try await server.as(ada).showMe().passwordLink == nil)
        }
    }

    /// Shows rule 2.23.
    @Test(
        "Owners make links for everybody else, admins for all but owners and admins, and nobody for themselves or a bot",
        arguments: [Role.owner, .admin, .teacher, .student, .member])
    func makers(role: Role) async throws {
        try await TestServer.with { server in
            let maker = try await server.person("maker", role: role, birthday: "1980-01-01")
            let owner = try await server.person("olga", role: .owner)
            for other in Role.allCases {
                let person = try await server.person("a\(other.rawValue)", role: other, birthday: "1980-01-01")
                let isAllowed = role == .owner || role == .admin && other != .owner && other != .admin
                #expect(try await make(server, by: maker, for: person).status == (isAllowed ? 201 : 403), "\(role) for \(other)")
            }
            #expect(try await make(server, by: maker, for: maker).status == 403)
            let bot = try await server.as(owner).createBot(NewBot(username: "robot")).user
            let answer = try await server.call(.post, "/v1/members/\(bot.id.uuidString)/password-link", token: owner.token)
            #expect(answer.status == 404)
            let nobody = try await server.call(.post, "/v1/members/\(UUID().uuidString)/password-link", token: owner.token)
            #expect(nobody.status == 404)
        }
    }

    /// Shows rules 2.23 and 2.26.
    @Test("A community's operator says who makes links, and ends at once those that others made", arguments: PasswordLinkMakers.allCases)
    func setting(makers: PasswordLinkMakers) async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let admin = try await server.person("adam", role: .admin)
            let (ada, bea) = try await server.strangers("ada", "bea")
            let (by, another) = (try await made(server, by: owner, for: ada), try await made(server, by: admin, for: bea))
            try await server.operators.changePasswordLinkMakers(server.tenant, makers)
            #expect(try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self).passwordLinks == makers)
            #expect(try await lookUp(server, by.code).status == (makers == .off ? 404 : 200))
            #expect(try await use(server, another.code).status == (makers == .admins ? 201 : 404))
            #expect(try await make(server, by: owner, for: ada).status == (makers == .off ? 403 : 201))
            #expect(try await make(server, by: admin, for: ada).status == (makers == .admins ? 201 : 403))
            let link = try await server.operators.makeOperatorPasswordLink(server.tenant, email: ada.email)
            try await server.operators.changePasswordLinkMakers(server.tenant, .admins)
            #expect(try await lookUp(server, by.code).code == .linkInvalid, "the operator's link has ended it")
            #expect(try await lookUp(server, another.code).code == .linkInvalid)
            #expect(try await use(server, link.code).status == 201)
        }
    }

    /// Shows rule 2.25.
    @Test("A link ends with its maker's right: suspended, demoted, deleted, or its member promoted above them")
    func makerLosesTheRight() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            for loss in ["suspended", "demoted", "promoted", "deleted"] {
                let admin = try await server.person("admin-\(loss)", role: .admin)
                let link = try await made(server, by: admin, for: ada)
                #expect(try await lookUp(server, link.code).status == 200)
                switch loss {
                case "suspended": _ = try await server.as(owner).changeMember(MemberChange(userID: admin.id, suspended: true))
                case "demoted": _ = try await server.as(owner).changeMember(MemberChange(userID: admin.id, role: .member))
                case "promoted": _ = try await server.as(owner).changeMember(MemberChange(userID: ada.id, role: .admin))
                default: try await server.delete(admin)
                }
                #expect(try await use(server, link.code).code == .linkInvalid, "\(loss)")
                switch loss {
                case "suspended": _ = try await server.as(owner).changeMember(MemberChange(userID: admin.id, suspended: false))
                case "demoted": _ = try await server.as(owner).changeMember(MemberChange(userID: admin.id, role: .admin))
                case "promoted": _ = try await server.as(owner).changeMember(MemberChange(userID: ada.id, role: .member))
                default: break
                }
                #expect(try await lookUp(server, link.code).code == .linkInvalid, "\(loss), and what was lost is given back")
            }
            #expect(try await server.tryLogIn(ada).status == 201)
        }
    }

    /// Shows rule 2.25.
    @Test("The member sees an open link and who made it, and ends it; so does every new password")
    func seen() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            let link = try await made(server, by: owner, for: ada)
            let seen = try #require(try await server.as(ada).showMe().passwordLink)
            #expect(seen.by?.id == owner.id && seen.expiresAt == link.expiresAt && seen.createdAt == server.clock.now)
            for _ in 0..<2 { #expect(try await server.call(.delete, "/v1/me/password-link", token: ada.token).status == 204) }
            #expect(try await lookUp(server, link.code).code == .linkInvalid)
            #expect(try await server.as(ada).showMe().passwordLink == nil)
            let second = try await made(server, by: owner, for: ada)
            let change: Body = ["currentPassword": .string(ada.password), "newPassword": "battery staple"]
            #expect(try await server.call(.put, "/v1/me/password", token: ada.token, json: change).status == 204)
            #expect(try await lookUp(server, second.code).code == .linkInvalid)
            _ = try await server.operators.makeOperatorPasswordLink(server.tenant, email: ada.email)
            #expect(try #require(try await server.as(ada).showMe().passwordLink).by == nil)
            let events = try await server.rows("SELECT event FROM audit_entries WHERE event LIKE 'password\\_link.%' ORDER BY at, event")
            #expect(
                try events.map { try $0["event"] as String } == [
                    "password_link.ended", "password_link.made", "password_link.made", "password_link.made",
                ])
        }
    }

    /// Shows rule 2.24.
    @Test("A suspended person's link sets the password and logs nobody in; a suspension that is over is lifted")
    func suspended() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            _ = try await server.as(owner).changeMember(MemberChange(userID: ada.id, suspended: true))
            let answer = try await use(server, try await made(server, by: owner, for: ada).code)
            #expect(answer.status == 403 && answer.code == .suspended)
            #expect(try await server.tryLogIn(ada, password: PasswordLinkTests.new).status == 401)
            let end = server.clock.now + 3600
            _ = try await server.as(owner).changeMember(MemberChange(userID: ada.id, suspendedUntil: end))
            let link = try await made(server, by: owner, for: ada)
            server.clock.advance(by: 3600)
            #expect(try await use(server, link.code, "battery staple").status == 201)
            #expect(try await server.tryLogIn(ada, password: "battery staple").status == 201)
        }
    }

    /// Shows rules 2.6 and 2.24.
    @Test("A password that nobody may have uses no link", arguments: ["short", "password", "ada", "ada@example.org"])
    func weak(password: String) async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            let link = try await made(server, by: owner, for: ada)
            let answer = try await use(server, link.code, password == "ada@example.org" ? ada.email : password)
            #expect(answer.status == 422 && answer.faultyFields == ["password"])
            #expect(try await use(server, link.code).status == 201)
        }
    }

    /// Shows rule 2.24.
    @Test("Of two who use a link at once, one sets the password")
    func race() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            let link = try await made(server, by: owner, for: ada)
            let passwords = ["battery one", "battery two", "battery three"]
            let statuses = try await withThrowingTaskGroup(of: (String, Int).self) { group in
                for password in passwords { group.addTask { (password, Int(try await use(server, link.code, password).status)) } }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            #expect(statuses.values.sorted() == [201, 404, 404])
            for (password, status) in statuses {
                #expect(try await server.tryLogIn(ada, password: password).status == (status == 201 ? 201 : 401))
            }
        }
    }

    /// Shows rules 20.4 and 20.9.
    @Test("Wrong codes are guesses, and an admin makes ten links an hour")
    func limits() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            for index in 0..<11 { #expect(try await make(server, by: owner, for: ada).status == (index < 10 ? 201 : 429)) }
            server.clock.advance(by: 3600)
            let link = try await made(server, by: owner, for: ada)
            for _ in 0..<25 { #expect(try await lookUp(server, "wrong").status == 404) }
            #expect(try await lookUp(server, link.code).status == 429)
            #expect(try await use(server, link.code).status == 429)
        }
    }

    /// Shows rule 2.23.
    @Test("A link's address has the community's host, whatever the request's is")
    func address() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            for host in ["localhost", "zoe.example.org", "sofa.example.org"] {
                try await server.rows("INSERT INTO tenant_hosts (host, tenant_id) VALUES (\(host), \(server.tenant.id))")
            }
            let answer = try await server.call(
                .post, "/v1/members/\(ada.id.uuidString.lowercased())/password-link", token: owner.token,
                headers: ["Host": "evil.example.org", "X-Forwarded-Host": "evil.example.org"])
            let link = try answer.expecting(201, PasswordLink.self)
            #expect(link.url == "https://sofa.example.org/new-password#\(link.code)")
        }
    }
}
