import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rule 11.37: teachers who chose their role")
struct ChosenTeacherTests {
    /// Runs a test with a teacher who chose the role at sign-up.
    private func with(_ body: @escaping @Sendable (TestServer, Person) async throws -> Void) async throws {
        try await TestServer.with(signup: .open, features: [.class]) { server in
            _ = try await server.operators.changeTenantSignup(server.tenant, .open, roles: [.student, .teacher])
            let signedIn = try await server.as(nil).signUp(
                NewUser(
                    email: "eve@example.org", password: "correct horse", username: "eve", role: .teacher,
                    birthday: CalendarDate("1980-05-17")))
            let eve = Person(
                id: signedIn.user.id, username: "eve", email: signedIn.user.email, password: "correct horse", token: signedIn.token)
            try await body(server, eve)
        }
    }

    /// Shows rule 11.37.
    @Test("They neither see nor add the students of the community, and no answer has a name or an address of one")
    func strangers() async throws {
        try await with { server, eve in
            let sam = try await server.student("sam")
            _ = try await server.as(sam).changeMe(AccountChange(givenName: .set("Samuel")))
            #expect(try await server.as(eve).listStudents(StudentQuery(mine: false)).items.isEmpty)
            #expect(try await refusal { try await server.as(eve).addStudent(userID: sam.id) } == .unknownUser)
            #expect(try await refusal { try await server.as(eve).createTask(NewTask(title: "x", studentIDs: [sam.id])) } == .unknownUser)
            _ = try await server.as(eve).befriend(userID: sam.id)
            #expect(try await refusal { try await server.as(eve).addStudent(userID: sam.id) } == .unknownUser, "asking isn't enough")
            for path in ["/v1/students", "/v1/students?mine=false", "/v1/users/\(sam.id)"] {
                let text = try await server.call(.get, path, token: eve.token).text
                #expect(!text.contains("Samuel") && !text.contains(sam.email), "\(text)")
            }
        }
    }

    /// Shows rule 11.37.
    @Test("A friend becomes their student, and so does who joins by their invite; both without an e-mail address")
    func friends() async throws {
        try await with { server, eve in
            let sam = try await server.student("sam")
            try await server.befriend(eve, sam)
            #expect(try await server.as(eve).listStudents(StudentQuery(mine: false)).items.map(\.user.id) == [sam.id])
            let added = try await server.as(eve).addStudent(userID: sam.id)
            #expect(added.email == nil && added.since != nil)
            #expect(try await server.as(eve).addStudent(userID: sam.id) == added)
            let invite = try await server.invite(by: eve)
            _ = try await server.as(nil).signUp(
                NewUser(invite: invite.code, email: "sue@example.org", password: "correct horse", username: "sue"))
            let answer = try await server.call(.get, "/v1/students", token: eve.token)
            let mine: Page<Student> = try answer.expecting(200)
            #expect(mine.items.map(\.user.username) == ["sam", "sue"] && mine.items.allSatisfy { $0.email == nil })
            #expect(!answer.text.contains("@example.org"))
            _ = try await server.as(eve).createTask(NewTask(title: "x", studentIDs: [sam.id]))
            #expect(try await server.as(sam).listAssignments(AssignmentQuery()).items.count == 1)
        }
    }

    /// Shows rule 11.37.
    @Test("They teach alone: nobody teaches a task with them, and nothing is handed over to them")
    func alone() async throws {
        try await with { server, eve in
            let (owner, tina) = (try await server.teacher("olive", role: .owner), try await server.teacher("tina"))
            let sam = try await server.student("sam", of: tina)
            let task = try await server.as(tina).createTask(NewTask(title: "x", studentIDs: [sam.id])).value
            #expect(try await refusal { try await server.as(tina).addTeacher(taskID: task.id, userID: eve.id) } == .unknownUser)
            let own = try await server.as(eve).createTask(NewTask(title: "y")).value
            #expect(try await refusal { try await server.as(eve).addTeacher(taskID: own.id, userID: tina.id) } == .forbidden)
            let handover = Handover(userID: tina.id, toUserID: eve.id)
            #expect(try await refusal { try await server.as(owner).handOver(handover) } == .unknownUser)
        }
    }

    /// Shows rules 2.21 and 11.37.
    @Test("Once an admin gives them the role, even the same one, they teach as any teacher; a suspension alone changes nothing")
    func confirmed() async throws {
        try await with { server, eve in
            let owner = try await server.teacher("olive", role: .owner)
            let sam = try await server.student("sam")
            for suspended in [true, false] {
                _ = try await server.call(
                    .patch, "/v1/members/\(eve.id)", token: owner.token, json: ["suspended": .boolean(suspended)] as Body)
            }
            let again = try await server.logIn(eve)
            let path = "/v1/students/\(sam.id)"
            #expect(try await server.call(.put, path, token: again).code == .unknownUser)
            server.clock.advance(by: 1)
            let before = try await server.operators.listTenantAudit(server.tenant.id, limit: 100).count
            for _ in 0..<2 {
                let answer = try await server.call(.patch, "/v1/members/\(eve.id)", token: owner.token, json: ["role": "teacher"] as Body)
                #expect(answer.status == 200)
            }
            let entries = try await server.operators.listTenantAudit(server.tenant.id, limit: 100).dropLast(before)
            #expect(entries.map(\.event) == ["role.changed"] && entries.first?.subjectID == eve.id && entries.first?.detail == "teacher")
            #expect(try await server.call(.put, path, token: again).expecting(200, Student.self).email == sam.email)
        }
    }
}
