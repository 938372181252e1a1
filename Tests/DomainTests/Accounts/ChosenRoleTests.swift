import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rule 2.21: roles that people choose when they sign up")
struct ChosenRoleTests {
    private func signUp(_ server: TestServer, _ name: String, _ fields: Body) async throws -> Answer {
        var body: Body = ["email": .string("\(name)@example.org"), "username": .string(name), "password": "correct horse"]
        body.merge(fields) { $1 }
        return try await server.call(.post, "/v1/users", json: body)
    }

    /// Shows rule 2.21.
    @Test("A person chooses a role that the community offers, and gets the usual role without choosing; a teacher needs a birthday")
    func choosing() async throws {
        try await TestServer.with(signup: .open, features: [.class]) { server in
            _ = try await server.operators.changeTenantSignup(server.tenant, .open, roles: [.teacher, .student, .teacher])
            let info = try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self)
            #expect(info.signup == .open && info.signupRoles == [.student, .teacher])
            #expect(try await signUp(server, "tina", ["role": "teacher"]).faultyFields == ["birthday"])
            #expect(try await signUp(server, "tina", ["role": "teacher", "birthday": "2008-03-02"]).faultyFields == ["birthday"])
            for (name, fields, role) in [
                ("tina", ["role": "teacher", "birthday": "1980-05-17"], .teacher), ("sam", ["role": "student"], .student),
                ("sue", [:], .student),
            ] as [(String, Body, Role)] {
                let signedIn = try await signUp(server, name, fields).expecting(201, SignedIn.self)
                #expect(signedIn.user.role == role)
            }
            let entries = try await server.operators.listTenantAudit(server.tenant.id, limit: 100).filter { $0.event == "user.signed_up" }
            #expect(Set(entries.map(\.detail)) == ["student", "teacher"])
        }
    }

    /// Shows rule 2.21.
    @Test("Nobody makes themselves an owner or admin, or anything that the community doesn't offer, and nothing is hashed for it")
    func refused() async throws {
        try await TestServer.with(signup: .open) { server in
            let member = try await signUp(server, "ada", ["role": "member"]).expecting(201, SignedIn.self)
            #expect(member.user.role == .member, "the usual role may be named")
            let before = server.hasher.hashCount
            let odd: [JSONValue] = [
                "owner", "admin", "Teacher", " teacher", "teacher\u{0}", "", "teacher,owner", 1, true, ["teacher"], ["role": "teacher"],
            ]
            for offered in [[], [Role.student]] {
                _ = try await server.operators.changeTenantSignup(server.tenant, .open, roles: offered)
                for role in odd + ["teacher"] {
                    let answer = try await signUp(server, "eve", ["role": role, "birthday": "1980-05-17"])
                    #expect(answer.status == 422 && answer.faultyFields == ["role"], "\(role): \(answer)")
                }
            }
            #expect(server.hasher.hashCount == before)
        }
    }

    /// Shows rules 2.1 and 2.21.
    @Test("An invite determines the role: another one is refused, and the community's offer doesn't matter")
    func invited() async throws {
        try await TestServer.with(signup: .open, features: [.class]) { server in
            _ = try await server.operators.changeTenantSignup(server.tenant, .open, roles: [.teacher, .student])
            let invite = JSONValue.string(try await server.invite(as: .student))
            let answer = try await signUp(server, "sam", ["invite": invite, "role": "teacher", "birthday": "1980-05-17"])
            #expect(answer.faultyFields == ["role"])
            #expect(try await signUp(server, "sam", ["invite": invite, "role": "student"]).status == 201)
            _ = try await server.operators.changeTenantSignup(server.tenant, .invite, roles: [])
            let closed = try await signUp(server, "tina", ["role": "teacher", "birthday": "1980-05-17"])
            #expect(closed.code == .inviteInvalid)
            let info = try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self)
            #expect(info.signup == .invite && info.signupRoles.isEmpty)
        }
    }

    /// Shows rule 2.21.
    @Test("An operator offers member, student and teacher only, and only with open sign-up; PostgreSQL knows the same roles")
    func operators() async throws {
        try await TestServer.with(signup: .open) { server in
            for (signup, role) in [(.open, .owner), (.open, .admin), (.invite, .student)] as [(SignupPolicy, Role)] {
                for roles in [[role], [.member, role]] {
                    await #expect {
                        _ = try await server.operators.changeTenantSignup(server.tenant, signup, roles: roles)
                    } throws: { error in
                        (error as? Problem)?.errors?.map(\.field) == ["signupRoles"]
                    }
                }
            }
            await #expect(throws: Problem.self) {
                try await server.operators.createTenant(
                    slug: "attic", name: "The Attic", features: [.class], signup: .invite, signupRoles: [.teacher], hosts: [])
            }
            let made = try await server.operators.createTenant(
                slug: "attic", name: "The Attic", features: [.class], signup: .open, signupRoles: [.teacher, .student], hosts: [])
            let listed = try await server.operators.listTenants().first { $0.slug == made.slug }
            #expect(listed?.signupRoles == [.student, .teacher])
            for _ in 0..<2 { _ = try await server.operators.changeTenantSignup(server.tenant, .open, roles: Role.choosable) }
            let entries = try await server.operators.listTenantAudit(server.tenant.id, limit: 100)
                .filter { $0.event == "tenant.signup_changed" }
            #expect(entries.map(\.detail) == ["open"], "a change that changes nothing isn't recorded")
            for role in Role.allCases where !Role.choosable.contains(role) {
                await #expect(throws: (any Error).self) {
                    try await server.rows("UPDATE tenants SET signup_roles = ARRAY[\(role.rawValue)]")
                }
            }
        }
    }
}
