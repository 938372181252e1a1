import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 2: managing members")
struct MemberTests {
    /// Shows rule 2.12.
    @Test("Members are listed by username, in pages without gaps, to admins and owners only")
    func list() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olive", role: .owner)
            for index in 0..<6 { _ = try await server.person("P\(index)") }
            let member = try await server.person("a-member")
            _ = try await server.person("elsewhere", in: try await server.otherTenant())
            var (names, after) = ([String](), "")
            repeat {
                let page = try await server.call(.get, "/v1/members?limit=3\(after)", token: owner.token).expecting(200, Page<User>.self)
                names += page.items.map(\.username)
                after = page.next.map { "&after=\($0)" } ?? ""
            } while !after.isEmpty
            #expect(names == ["a-member", "olive", "P0", "P1", "P2", "P3", "P4", "P5"])
            #expect(try await server.call(.get, "/v1/members", token: member.token).status == 403)
            #expect(try await server.call(.get, "/v1/members?after=nonsense", token: owner.token).faultyFields == ["after"])
        }
    }

    /// Shows rule 2.12.
    @Test("The list of members can be of those whose username has a beginning, in any case, in pages")
    func beginning() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olive", role: .owner)
            for name in ["Bea", "beate", "bert", "abe", "Bée", "be_st"] { _ = try await server.person(name) }
            let listed = { (beginning: String) in
                try await server.as(owner).all(Endpoints.listMembers, MemberQuery(beginning: beginning, limit: 1)).array().map(\.username)
            }
            #expect(try await listed("BE") == ["be_st", "Bea", "beate", "bert"])
            #expect(try await listed("be_") == ["be_st"])
            #expect(try await listed("bé") == ["Bée"])
            #expect(try await listed("%") == [])
            #expect(try await server.call(.get, "/v1/members?beginning=", token: owner.token).faultyFields == ["beginning"])
        }
    }

    /// Shows rule 2.2.
    @Test("Owners alone appoint, change or suspend owners and admins; admins manage the others; other users manage no one")
    func appointing() async throws {
        try await TestServer.with { server in
            _ = try await server.person("first", role: .owner)
            let makers = [
                try await server.person("olive", role: .owner), try await server.person("adele", role: .admin),
                try await server.person("teacher", role: .teacher, birthday: "1980-01-01"), try await server.person("member"),
            ]
            for maker in makers {
                let caller = try await server.call(.get, "/v1/me", token: maker.token).expecting(200, Me.self).role
                for from in Role.allCases {
                    for to in Role.allCases {
                        let target = try await server.person("t\(UUID().uuidString.prefix(8))", role: from, birthday: "1980-01-01")
                        let allowed = caller == .owner || caller == .admin && ![from, to].contains { $0 == .owner || $0 == .admin }
                        let answer = try await change(server, target.id, ["role": .string(to.rawValue)], by: maker)
                        #expect(answer.status == (allowed ? 200 : 403), "\(caller) makes \(from) \(to)")
                        if allowed { #expect(try answer.json(User.self).role == to) }
                    }
                }
            }
        }
    }

    /// Shows rules 2.10 and 3.4.
    @Test("Suspending ends all sessions, blocks log-ins and invalidates the user's invites; lifting it revives no session")
    func suspension() async throws {
        try await TestServer.with { server in
            let (owner, ada) = (try await server.person("olive", role: .owner), try await server.person("ada"))
            let second = try await server.logIn(ada)
            let code = try await server.invite(by: ada).code
            let lookup = { try await server.call(.post, "/v1/invites/lookup", json: ["code": JSONValue.string(code)]).status }
            #expect(try await lookup() == 200)
            let suspended = try await change(server, ada.id, ["suspended": true], by: owner).expecting(200, User.self)
            #expect(suspended.suspended == true)
            for token in [ada.token, second] { #expect(try await !server.isSignedIn(token)) }
            #expect(try await server.tryLogIn(ada).code == .invalidCredentials)
            #expect(try await lookup() == 422)
            _ = try await change(server, ada.id, ["suspended": false], by: owner).expecting(200, User.self)
            for token in [ada.token, second] { #expect(try await !server.isSignedIn(token)) }
            #expect(try await server.tryLogIn(ada).status == 201)
            #expect(try await lookup() == 200)
        }
    }

    /// Shows rule 2.4.
    @Test("A teacher is 18 or older; a user without birthday can't become one")
    func teachers() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olive", role: .owner)
            for (index, (birthday, status)) in [(String?.none, 422), ("2008-03-02", 422), ("2008-03-01", 200)].enumerated() {
                let person = try await server.person("p\(index)x", birthday: birthday)
                #expect(try await change(server, person.id, ["role": "teacher"], by: owner).status == status)
            }
        }
    }

    /// Shows rule 2.2.
    @Test("An unknown user or one of another tenant is 404, and an empty change has no effect")
    func unknown() async throws {
        try await TestServer.with { server in
            let (owner, ada) = (try await server.person("olive", role: .owner), try await server.person("ada"))
            let outsider = try await server.person("outsider", in: try await server.otherTenant())
            for id in [UUID(), outsider.id] { #expect(try await change(server, id, ["suspended": true], by: owner).status == 404) }
            let unchanged = try await change(server, ada.id, [:], by: owner).expecting(200, User.self)
            #expect(unchanged.role == .member && unchanged.suspended == false)
            #expect(try await server.isSignedIn(ada.token))
        }
    }

    /// Shows rule 2.3.
    @Test("The last active owner can't be demoted, suspended or deleted: 409 last_owner")
    func lastOwner() async throws {
        try await TestServer.with { server in
            let (owner, other) = (try await server.person("olive", role: .owner), try await server.person("other", role: .owner))
            _ = try await change(server, other.id, ["suspended": true], by: owner).expecting(200, User.self)
            for body: Body in [["role": "member"], ["suspended": true]] {
                let answer = try await change(server, owner.id, body, by: owner)
                #expect(answer.status == 409)
                #expect(answer.code == .lastOwner)
            }
            #expect(try await server.delete(owner).code == .lastOwner)
            _ = try await change(server, other.id, ["suspended": false], by: owner).expecting(200, User.self)
            #expect(try await server.delete(owner).status == 204)
        }
    }

    /// Shows rule 2.3.
    @Test("When two owners repeatedly demote each other or themselves at once, one owner remains")
    func demotions() async throws {
        try await TestServer.with { server in
            let (ada, bea) = (try await server.person("ada", role: .owner), try await server.person("bea", role: .owner))
            for round in 0..<30 {
                let eachOther = round.isMultiple(of: 2)
                async let one = change(server, eachOther ? bea.id : ada.id, ["role": "member"], by: ada)
                async let other = change(server, eachOther ? ada.id : bea.id, ["role": "member"], by: bea)
                let statuses = try await [one.status, other.status].sorted()
                #expect(statuses == [200, eachOther ? 403 : 409], "round \(round)")
                #expect(try await owners(server).count == 1, "round \(round)")
                for person in [ada, bea] { _ = try await server.operators.changeUser(server.tenant, email: person.email, role: .owner) }
            }
        }
    }

    /// Shows rule 2.3.
    @Test("When two owners delete their accounts at once, one owner remains")
    func deletions() async throws {
        try await TestServer.with { server in
            for round in 0..<10 {
                let (ada, bea) = (try await owner(server, "ada\(round)"), try await owner(server, "bea\(round)"))
                async let one = server.delete(ada)
                async let other = server.delete(bea)
                #expect(try await [one.status, other.status].sorted() == [204, 409], "round \(round)")
                let remaining = try await owners(server)
                #expect(remaining.count == 1, "round \(round)")
                // The two users of the next round must be the only owners again.
                for person in remaining { try await server.suspend(person.id) }
            }
        }
    }

    private func owner(_ server: TestServer, _ name: String) async throws -> Person {
        try await server.person(name, role: .owner)
    }

    private func owners(_ server: TestServer) async throws -> [ListedUser] {
        try await server.operators.listUsers(server.tenant).filter { $0.role == .owner && !$0.suspended }
    }

    private func change(_ server: TestServer, _ id: UUID, _ body: Body, by person: Person) async throws -> Answer {
        try await server.call(.patch, "/v1/members/\(id)", token: person.token, json: body)
    }
}
