import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 20: admins and owners read the audit")
struct AuditListTests {
    /// Shows rule 20.32.
    @Test("Admins and owners list the audit in pages, newest first, and each entry has the people that it names")
    func list() async throws {
        try await TestServer.with { server in
            let (olive, ada) = (try await server.person("olive", role: .owner), try await server.person("ada"))
            let changes: [Body] = [["role": "admin"], ["suspended": true], ["suspended": false]]
            for change in changes {
                server.clock.advance(by: 60)
                #expect(try await server.call(.patch, "/v1/members/\(ada.id)", token: olive.token, json: change).status == 200)
            }
            let latest = try await server.as(olive).listAudit(AuditQuery(limit: 3))
            #expect(latest.items.map(\.event) == ["user.resumed", "user.suspended", "role.changed"])
            #expect(latest.items.map(\.at) == [0, -60, -120].map { server.clock.now + $0 })
            #expect(latest.items.allSatisfy { $0.actor == .user && $0.by?.username == "olive" && $0.about?.username == "ada" })
            #expect(latest.items.last?.detail == "admin")
            let everything = try await server.as(olive).all(Endpoints.listAudit, AuditQuery(limit: 2)).array()
            #expect(everything.map(\.at) == everything.map(\.at).sorted(by: >))
            #expect(everything.count == Set(everything.map(\.id)).count)
            #expect(everything.filter { $0.event == "tenant.created" }.map(\.actor) == [.operator])
        }
    }

    /// Shows rule 20.32.
    @Test("The list can be of one event; an unknown name has no entries")
    func events() async throws {
        try await TestServer.with { server in
            let olive = try await server.person("olive", role: .owner)
            for name in ["ada", "bea", "cem"] {
                server.clock.advance(by: 60)
                _ = try await server.person(name)
            }
            let signUps = try await server.as(olive).all(Endpoints.listAudit, AuditQuery(event: "user.signed_up", limit: 1)).array()
            #expect(signUps.map { $0.by?.username } == ["cem", "bea", "ada", "olive"])
            #expect(try await server.as(olive).listAudit(AuditQuery(event: "nothing.known")).items.isEmpty)
            let faulty = try await server.call(.get, "/v1/audit?event=&after=x&limit=0", token: olive.token)
            #expect(Set(faulty.faultyFields) == ["event", "limit"])
            #expect(try await server.call(.get, "/v1/audit?after=nonsense", token: olive.token).faultyFields == ["after"])
        }
    }

    /// Shows rule 20.32.
    @Test("Nobody reads when somebody logs in or out, or mistypes a password, not even by the event's name")
    func logIns() async throws {
        try await TestServer.with { server in
            let (olive, ada) = (try await server.person("olive", role: .owner), try await server.person("ada"))
            let phone = try await server.logIn(ada)
            _ = try await server.tryLogIn(ada.email, "wrong")
            let wrong: Body = ["currentPassword": "wrong password", "newPassword": "another horse"]
            _ = try await server.call(.put, "/v1/me/password", token: ada.token, json: wrong)
            _ = try await server.call(.delete, "/v1/sessions/current", token: phone)
            _ = try await server.call(.delete, "/v1/sessions", token: ada.token)
            let operators = Set(try await server.operators.listTenantAudit(server.tenant.id, limit: 100).map(\.event))
            let hidden = ["login.succeeded", "login.failed", "password.wrong", "session.ended", "session.others_ended"]
            #expect(operators.isSuperset(of: hidden))
            #expect(operators.subtracting(try await server.as(olive).listAudit(AuditQuery()).items.map(\.event)) == Set(hidden))
            for event in hidden { #expect(try await server.as(olive).listAudit(AuditQuery(event: event)).items.isEmpty, "\(event)") }
        }
    }

    /// Shows rules 20.32, 24.8 and 24.9.
    @Test("An entry about a report is listed for those who may decide the report, and for nobody else")
    func reports() async throws {
        try await Moderated.with { world in
            let server = world.server
            let aboutMember = try await world.report(world.others[0]).value.id
            let aboutAdmin = try await server.as(world.others[0]).createReport(NewReport(userID: world.adam.id, reason: .other)).value.id
            _ = try await server.as(world.olive).addReportNote(NewReportNote(reportID: aboutAdmin, text: "I ask him"))
            _ = try await server.as(world.olive).resolveReport(ReportDecision(reportID: aboutAdmin, actions: [.warn]))
            let seen = { (person: Person) in
                try await server.as(person).listAudit(AuditQuery(limit: 100)).items.filter { $0.event.hasPrefix("report.") }
            }
            #expect(try await seen(world.adam).map(\.subjectID) == [aboutMember])
            #expect(try await seen(world.eve).map(\.subjectID) == [aboutMember])
            #expect(try await seen(world.adam).map(\.by?.id) == [world.others[0].id])
            #expect(try await Set(seen(world.olive).map(\.subjectID)) == [aboutMember, aboutAdmin])
            #expect(
                try await Set(seen(world.olive).filter { $0.subjectID == aboutAdmin }.map(\.event))
                    == ["report.made", "report.noted", "report.resolved"])
        }
    }

    /// Shows rules 20.32 and 2.17.
    @Test("The list has ids and usernames alone, and keeps ids of deleted accounts without their names")
    func texts() async throws {
        try await TestServer.with { server in
            let (olive, ada) = (try await server.person("olive", role: .owner), try await server.person("ada-lovelace"))
            _ = try await server.call(.patch, "/v1/members/\(ada.id)", token: olive.token, json: ["role": "admin"])
            let deletion: Body = ["currentPassword": .string(ada.password)]
            #expect(try await server.call(.post, "/v1/me/deletion", token: ada.token, json: deletion).status == 204)
            let answer = try await server.call(.get, "/v1/audit?limit=100", token: olive.token)
            for text in ["ada-lovelace", "127.0.0.1", "example.org", "davenport_"] { #expect(!answer.text.contains(text), "\(text)") }
            let changed = try #require(try answer.expecting(200, Page<AuditEntry>.self).items.first { $0.event == "role.changed" })
            #expect(changed.subjectID == ada.id && changed.about == nil && changed.by?.id == olive.id)
        }
    }

    /// Shows rules 1.1 and 20.32.
    @Test("No entry of another community is listed, and members of every other role get 403")
    func others() async throws {
        try await TestServer.with { server in
            let (adam, attic) = (try await server.person("adam", role: .admin), try await server.otherTenant())
            let elsewhere = try await server.person("elsewhere", in: attic)
            #expect(!(try await server.as(adam).listAudit(AuditQuery(limit: 100)).items.contains { $0.actorID == elsewhere.id }))
            for role in [Role.teacher, .student, .member] {
                let person = try await server.person("m-\(role)", role: role, birthday: "1980-01-01")
                #expect(try await server.call(.get, "/v1/audit", token: person.token).status == 403, "\(role)")
            }
            #expect(try await server.call(.get, "/v1/audit").status == 401)
            let owner = try await server.person("olive", role: .owner)
            #expect(try await server.call(.patch, "/v1/members/\(adam.id)", token: owner.token, json: ["role": "member"]).status == 200)
            #expect(try await server.call(.get, "/v1/audit", token: adam.token).status == 403)
        }
    }
}
