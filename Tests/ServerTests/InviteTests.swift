import DavenportAPI
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules.md 3: making invites")
struct InviteTests {
    @Test("An invite has defaults, and its code is shown in groups, once")
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

    @Test(
        "Roles other than the default are given by admins and owners only; owners and admins by owners only; students by teachers",
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

    @Test("Limits are named", arguments: [("maxUses", 0), ("maxUses", 101), ("expiresInDays", 0), ("expiresInDays", 366)])
    func limits(field: String, value: Int) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let answer = try await server.call(.post, "/v1/invites", token: ada.token, json: [field: JSON.integer(value)])
            #expect(answer.status == 422)
            #expect(answer.faultyFields == [field])
        }
    }
}
