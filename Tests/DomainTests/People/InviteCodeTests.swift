import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules 3: showing an invite's link again")
struct InviteCodeTests {
    /// Shows rule 3.14.
    @Test("The maker reads the code of an invite again, and nobody else does, whoever runs the community")
    func again() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let owner = try await server.person("olive", role: .owner)
            let outsider = try await server.person("outsider", in: try await server.otherTenant())
            let made = try await server.invite(by: ada)
            #expect(made.invite.codeKept)
            let answer = try await server.code(of: made, for: ada)
            #expect(answer.headers["cache-control"] == "no-store")
            #expect(try answer.expecting(200, KeptInviteCode.self).code == made.code)
            for person in [bea, owner, outsider] { #expect(try await server.code(of: made, for: person).status == 404) }
            #expect(try await server.call(.get, "/v1/invites/\(UUID())/code", token: ada.token).status == 404)
            #expect(try await server.as(ada).listInvites(InviteQuery()).items.map(\.codeKept) == [true])
            let everybodys = try await server.as(owner).listInvites(InviteQuery(all: true)).items
            #expect(everybodys.contains { $0.id == made.invite.id } && everybodys.allSatisfy { !$0.codeKept })
            let dump = try await server.database.dump().joined(separator: "\n")
            #expect(!dump.contains(made.code) && dump.contains("invite_codes"))
            for form in ["hex", "base64"] {
                let bytes = Array(made.code.utf8)
                let text: String = try await server.rows("SELECT encode(\(bytes)::bytea, \(form)::text) AS text")[0]["text"]
                #expect(!dump.contains(text))
            }
        }
    }

    /// How an invite can stop holding.
    enum End: CaseIterable {
        case used, withdrawn, expired, roleLost
    }

    /// Shows rule 3.14.
    @Test("An invite that can't be redeemed any more shows no code", arguments: End.allCases)
    func ends(end: End) async throws {
        try await TestServer.with { server in
            let adam = try await server.person("adam", role: .admin)
            let made = try await server.invite(by: adam, ["role": "student"])
            #expect(try await server.code(of: made, for: adam).status == 200)
            switch end {
            case .used: _ = try await server.join("cem", made.code)
            case .withdrawn: #expect(try await server.call(.delete, "/v1/invites/\(made.invite.id)", token: adam.token).status == 204)
            case .expired: server.clock.advance(by: 14 * 86_400)
            case .roleLost:
                let owner = try await server.person("olive", role: .owner)
                _ = try await server.as(owner).changeMember(MemberChange(userID: adam.id, role: .member))
            }
            #expect(try await server.code(of: made, for: adam).status == 404)
        }
    }

    /// Shows rule 3.14.
    @Test("Without a master key the code is shown once, and with another one the link holds although it isn't shown")
    func withoutKey() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let kept = try await server.invite(by: ada)
            try await TestServer.serve(server.serving().with(Services())) { _, port in
                let made = try await server.call(.post, "/v1/invites", token: ada.token, port: port).expecting(201, InviteWithCode.self)
                #expect(!made.invite.codeKept)
                let path = "/v1/invites/\(made.invite.id)/code"
                #expect(try await server.call(.get, path, token: ada.token, port: port).status == 404)
                #expect(try await server.call(.get, path, token: ada.token).status == 404)
                #expect(try await server.call(.get, "/v1/invites/\(kept.invite.id)/code", token: ada.token, port: port).status == 404)
                let listed = try await server.call(.get, "/v1/invites", token: ada.token, port: port).expecting(200, Page<Invite>.self)
                #expect(listed.items.allSatisfy { !$0.codeKept })
                _ = try await server.join("bea", made.code)
            }
            var services = Services()
            services[MasterKey.self] = MasterKey(base64: MasterKey.generate())
            try await TestServer.serve(server.serving().with(services)) { _, port in
                let path = "/v1/invites/\(kept.invite.id)/code"
                #expect(try await server.call(.get, path, token: ada.token, port: port).status == 404)
                let listed = try await server.call(.get, "/v1/invites", token: ada.token, port: port).expecting(200, Page<Invite>.self)
                #expect(listed.items.allSatisfy { !$0.codeKept })
            }
            _ = try await server.join("cem", kept.code)
        }
    }

    /// Shows rule 3.14.
    @Test("A rotation of the master key keeps the codes")
    func rotated() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let made = try await server.invite(by: ada)
            let old = try #require(Services.ofTests[MasterKey.self])
            let new = try #require(MasterKey(base64: MasterKey.generate()))
            _ = try await server.operators.rotateMasterKey(from: old, to: new)
            #expect(try await server.code(of: made, for: ada).status == 404)
            var services = Services()
            services[MasterKey.self] = new
            try await TestServer.serve(server.serving().with(services)) { _, port in
                let answer = try await server.call(.get, "/v1/invites/\(made.invite.id)/code", token: ada.token, port: port)
                #expect(try answer.expecting(200, KeptInviteCode.self).code == made.code)
            }
        }
    }
}

extension TestServer {
    fileprivate func code(of invite: InviteWithCode, for person: Person) async throws -> Answer {
        try await call(.get, "/v1/invites/\(invite.invite.id)/code", token: person.token)
    }
}
