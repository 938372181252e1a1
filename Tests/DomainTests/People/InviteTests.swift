import DavenportAPI
import Domain
import Foundation
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
    @Test("The maker alone lists their invites, latest first, with the users who redeemed them and when")
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
    @Test("The maker alone withdraws an invite's remaining uses; a used-up one stays unchanged")
    func withdraw() async throws {
        try await TestServer.with { server in
            let (ada, admin) = (try await server.person("ada"), try await server.person("boss", role: .owner))
            let (open, used) = (try await server.invite(by: ada, ["maxUses": 2]), try await server.invite(by: ada))
            for (name, invite) in [("cem", open), ("dan", used)] { _ = try await join(server, name, invite.code) }
            let path = "/v1/invites/\(open.invite.id)"
            #expect(try await server.call(.delete, path, token: admin.token).status == 404)
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
