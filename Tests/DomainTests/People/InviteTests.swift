import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 3: invites")
struct InviteTests {
    /// Shows rules 3.2 and 10.8.
    @Test("An invite has defaults, and its code is shown once, in groups")
    func defaults() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let answer = try await server.call(.post, "/v1/invites", token: ada.token)
            #expect(answer.headers["cache-control"] == "no-store")
            let made = try answer.expecting(201, InviteWithCode.self)
            #expect(made.invite.role == .member)
            #expect(made.invite.maxUses == 1)
            #expect(made.invite.expiresAt.timeIntervalSince(server.clock.now) == 14 * 86_400)
            #expect(made.code.wholeMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){5}/) != nil)
        }
    }

    /// Shows rule 3.1.
    @Test(
        "Only admins and owners give other roles than the default, only owners give owner and admin, and teachers give student",
        arguments: [
            (Role.owner, [Role.owner, .admin, .teacher, .student, .member]), (.admin, [.teacher, .student, .member]),
            (.teacher, [.student, .member]), (.member, [.member]), (.student, [.member]),
        ])
    func roles(maker: Role, allowed: [Role]) async throws {
        try await TestServer.with { server in
            let person = try await server.person("maker", role: maker, birthday: "1980-01-01")
            for role in Role.allCases {
                let body: Body = ["role": .string(role.rawValue)]
                let answer = try await server.call(.post, "/v1/invites", token: person.token, json: body)
                #expect(answer.status == (allowed.contains(role) ? 201 : 403), "\(maker) invites \(role)")
            }
        }
    }

    /// Shows rules 3.1 and 3.4.
    @Test("A bot makes no invites, and those that bots made once are worth nothing")
    func bots() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("ada", role: .owner)
            let bot = try await server.as(owner).createBot(NewBot(username: "robot"))
            let answer = try await server.call(.post, "/v1/invites", token: try #require(bot.token))
            #expect(answer.status == 403 && answer.code == .notForBots)
            #expect(try await server.database.count("invites WHERE maker_id IS NOT NULL") == 0)
            let invite = try await server.invite(by: owner)
            try await server.rows("UPDATE invites SET maker_id = \(bot.user.id) WHERE id = \(invite.invite.id)")
            let found = try await server.call(.post, "/v1/invites/lookup", json: ["code": .string(invite.code)] as Body)
            #expect(found.code == .inviteInvalid)
            let newcomer: Body = [
                "invite": .string(invite.code), "email": "n@example.org", "password": "correct horse", "username": "newcomer",
            ]
            #expect(try await server.call(.post, "/v1/users", json: newcomer).code == .inviteInvalid)
        }
    }

    /// Shows rules 2.10 and 3.9.
    @Test("A new password ends the open invites if its owner asks for that, and always if an operator sets it")
    func newPassword() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            func isOpen(_ invite: InviteWithCode) async throws -> Bool {
                try await server.call(.post, "/v1/invites/lookup", json: ["code": .string(invite.code)] as Body).status == 200
            }
            let (adas, beas) = (try await server.invite(by: ada), try await server.invite(by: bea))
            var change: Body = ["currentPassword": .string(ada.password), "newPassword": "battery staple"]
            #expect(try await server.call(.put, "/v1/me/password", token: ada.token, json: change).status == 204)
            #expect(try await isOpen(adas))
            change = ["currentPassword": "battery staple", "newPassword": "staple battery", "endInvites": true]
            #expect(try await server.call(.put, "/v1/me/password", token: ada.token, json: change).status == 204)
            #expect(try await !isOpen(adas))
            #expect(try await isOpen(beas))
            var fields = Fields(path: [:], query: ["password": "horse battery"], body: nil)
            _ = try await server.operators.resetPassword(server.tenant, email: bea.email, to: PasswordReset(&fields))
            #expect(try await !isOpen(beas))
        }
    }

    /// Shows rule 3.2.
    @Test(
        "Values beyond the limits are reported",
        arguments: [("maxUses", 0), ("maxUses", 101), ("expiresInDays", 0), ("expiresInDays", 366)])
    func limits(field: String, value: Int) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let answer = try await server.call(.post, "/v1/invites", token: ada.token, json: [field: JSONValue.integer(value)])
            #expect(answer.status == 422)
            #expect(answer.faultyFields == [field])
        }
    }

    /// Shows rule 3.3.
    @Test("The maker lists their own invites, latest first, with the users who redeemed them and when")
    func list() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            var made: [InviteWithCode] = []
            for index in 0..<5 {
                made.append(try await server.invite(by: ada, ["note": .string("for \(index)"), "maxUses": 2]))
                if index > 2 { server.clock.advance(by: 60) }
            }
            let second = made[1]
            _ = try await join(server, "cem", second.code)
            server.clock.advance(by: 60)
            _ = try await join(server, "dan", second.code)
            let first = try await server.call(.get, "/v1/invites?limit=3", token: ada.token)
            #expect(first.headers["cache-control"] == "no-store")
            let one = try first.expecting(200, Page<Invite>.self)
            let rest = "/v1/invites?limit=3&after=\(try #require(one.next))"
            let two = try await server.call(.get, rest, token: ada.token).expecting(200, Page<Invite>.self)
            #expect(two.next == nil)
            let listed = one.items + two.items
            #expect(listed.count == 5 && Set(listed.map(\.id)) == Set(made.map(\.invite.id)))
            #expect(listed.map(\.createdAt) == made.map(\.invite.createdAt).reversed())
            let redeemed = try #require(listed.first { $0.id == second.invite.id })
            #expect(redeemed.redemptions.map(\.user?.username) == ["cem", "dan"])
            #expect(redeemed.redemptions.map(\.redeemedAt) == [server.clock.now - 60, server.clock.now])
            #expect(redeemed.note == "for 1" && redeemed.maxUses == 2)
            #expect(try await server.call(.get, "/v1/invites", token: bea.token).expecting(200, Page<Invite>.self).items.isEmpty)
        }
    }

    /// Shows rules 3.3 and 3.4.
    @Test("The maker withdraws an invite's remaining uses, and no other member does; a used-up one stays unchanged")
    func withdraw() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let teacher = try await server.person("tess", role: .teacher, birthday: "1980-01-01")
            let (open, used) = (try await server.invite(by: ada, ["maxUses": 2]), try await server.invite(by: ada))
            for (name, invite) in [("cem", open), ("dan", used)] { _ = try await join(server, name, invite.code) }
            let path = "/v1/invites/\(open.invite.id)"
            #expect(try await server.call(.delete, path, token: teacher.token).status == 404)
            let withdrawn = server.clock.now
            for _ in 0..<2 {
                #expect(try await server.call(.delete, path, token: ada.token).status == 204)
                server.clock.advance(by: 60)
            }
            #expect(try await server.call(.delete, "/v1/invites/\(used.invite.id)", token: ada.token).status == 204)
            #expect(try await server.call(.delete, "/v1/invites/\(UUID())", token: ada.token).status == 404)
            let listed = try await server.call(.get, "/v1/invites", token: ada.token).expecting(200, Page<Invite>.self).items
            #expect(listed.first { $0.id == open.invite.id }?.withdrawnAt == withdrawn)
            #expect(listed.first { $0.id == used.invite.id }?.withdrawnAt == nil)
            #expect(try await lookUp(server, open.code).code == .inviteInvalid)
            #expect(try await server.call(.post, "/v1/users", json: joiningUser("eve", open.code)).code == .inviteInvalid)
        }
    }

    /// Shows rule 3.8.
    @Test("Admins and owners list everybody's invites with their makers, without the notes of others; nobody else does")
    func everybodys() async throws {
        try await TestServer.with { server in
            let (ada, adam) = (try await server.person("ada"), try await server.person("adam", role: .admin))
            _ = try await server.invite(by: try await server.person("elsewhere", in: try await server.otherTenant()))
            server.clock.advance(by: 60)
            let hers = try await server.invite(by: ada, ["note": "for my secret friend", "maxUses": 2])
            server.clock.advance(by: 60)
            _ = try await server.invite(as: .owner)
            server.clock.advance(by: 60)
            let his = try await server.invite(by: adam, ["note": "for Tess", "role": "teacher", "expiresInDays": 2])
            _ = try await join(server, "cem", hers.code)
            let first = try await server.call(.get, "/v1/invites?all=true&limit=2", token: adam.token)
            #expect(first.headers["cache-control"] == "no-store")
            let (one, two) = try #require(try first.expecting(200, Page<Invite>.self).pair)
            #expect(one.id == his.invite.id && one.maker?.username == "adam" && one.note == "for Tess" && one.role == .teacher)
            #expect(two.maker == nil && two.role == .owner && two.redemptions.isEmpty)
            let everything = try await server.as(adam).all(Endpoints.listInvites, InviteQuery(all: true, limit: 2)).array()
            let listed = try #require(everything.first { $0.id == hers.invite.id })
            #expect(listed.maker?.username == "ada" && listed.note == nil && listed.maxUses == 2)
            #expect(listed.redemptions.map(\.user?.username) == ["cem"])
            #expect(!everything.contains { $0.maker?.username == "elsewhere" })
            // Their own list stays as it is for everybody, without makers.
            #expect(try await server.as(adam).listInvites(InviteQuery()).items.map(\.note) == ["for Tess"])
            #expect(try await server.as(ada).listInvites(PageQuery()).items.map(\.maker) == [nil])
            for role in [Role.teacher, .student, .member] {
                let person = try await server.person("m-\(role)", role: role, birthday: "1980-01-01")
                let answer = try await server.call(.get, "/v1/invites?all=true", token: person.token)
                #expect(answer.status == 403 && answer.code == .forbidden, "\(role)")
            }
        }
    }

    /// Shows rules 3.8 and 20.11.
    @Test("Admins withdraw everybody's invites, which the audit records once; their own and other communities' it doesn't")
    func withdrawnByAdmins() async throws {
        try await TestServer.with { server in
            let (ada, adam) = (try await server.person("ada"), try await server.person("adam", role: .admin))
            let (hers, his) = (try await server.invite(by: ada), try await server.invite(by: adam))
            let operators = try await server.invite(as: .owner)
            let there = try await server.invite(by: try await server.person("elsewhere", in: try await server.otherTenant()))
            let everything = try await server.as(adam).listInvites(InviteQuery(all: true)).items
            let operatorsID = try #require(everything.first { $0.role == .owner }?.id)
            for id in [hers.invite.id, hers.invite.id, his.invite.id, operatorsID] {
                #expect(try await server.call(.delete, "/v1/invites/\(id)", token: adam.token).status == 204)
                server.clock.advance(by: 60)
            }
            #expect(try await server.call(.delete, "/v1/invites/\(there.invite.id)", token: adam.token).status == 404)
            for code in [hers.code, his.code, operators] { #expect(try await lookUp(server, code).code == .inviteInvalid) }
            let withdrawn = try await server.as(adam).listAudit(AuditQuery(event: "invite.withdrawn")).items
            #expect(withdrawn.map(\.subjectID) == [operatorsID, hers.invite.id])
            #expect(withdrawn.allSatisfy { $0.by?.id == adam.id && $0.actor == .user })
            #expect(try await server.as(ada).listInvites(InviteQuery()).items.first?.withdrawnAt != nil)
        }
    }

    /// Shows rules 3.4 and 3.7.
    @Test("A code's preview shows the community, the maker and the role; every invalid code gets one answer")
    func lookUp() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olive", role: .owner)
            let invite = try await server.invite(by: owner, ["role": "admin"])
            let spelled = invite.code.lowercased().replacing("-", with: " ")
            let preview = try await lookUp(server, spelled).expecting(200, InvitePreview.self)
            #expect(preview.tenant == .init(name: "The Sofa", slug: "sofa"))
            #expect(preview.inviter?.id == owner.id && preview.role == .admin && preview.expiresAt == invite.invite.expiresAt)
            let operators = try await server.invite(as: .owner)
            #expect(try await lookUp(server, operators).expecting(200, InvitePreview.self).inviter == nil)
            let outsider = try await server.person("outsider", in: try await server.otherTenant())
            let used = try await server.invite(by: owner)
            _ = try await join(server, "cem", used.code)
            var answers: Set<String> = []
            for code in ["x", "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA", try await server.invite(by: outsider).code, used.code] {
                let answer = try await lookUp(server, code)
                #expect(answer.status == 422)
                answers.insert(answer.withoutRequestID)
            }
            #expect(answers.count == 1)
        }
    }

    private func lookUp(_ server: TestServer, _ code: String) async throws -> Answer {
        let body: Body = ["code": .string(code)]
        return try await server.call(.post, "/v1/invites/lookup", json: body, headers: ["Davenport-Tenant": "sofa"])
    }

    private func join(_ server: TestServer, _ name: String, _ code: String) async throws -> SignedIn {
        let headers = ["Davenport-Tenant": "sofa"]
        return try await server.call(.post, "/v1/users", json: joiningUser(name, code), headers: headers).expecting(201, SignedIn.self)
    }

    private func joiningUser(_ name: String, _ code: String) -> Body {
        [
            "invite": .string(code), "email": .string("\(name)@example.org"), "username": .string(name), "password": "correct horse",
        ]
    }
}

extension Page {
    /// The two items of a page that has two.
    fileprivate var pair: (Item, Item)? { items.count == 2 ? (items[0], items[1]) : nil }
}
