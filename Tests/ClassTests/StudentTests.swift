import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: teachers and their students")
struct StudentTests {
    /// Shows rule 11.1.
    @Test("Teachers, admins and owners of a teacher's age add a student once; PostgreSQL knows the same roles")
    func roles() async throws {
        try await TestServer.with(features: [.class]) { server in
            let student = try await server.student("sam")
            for role in Role.allCases {
                let person = try await server.teacher("the-\(role)", role: role)
                let code = try await refusal { try await server.as(person).addStudent(userID: student.id) }
                #expect(code == (Role.teaching.contains(role) ? nil : .forbidden), "\(role)")
            }
            let rows = try await server.rows(
                "SELECT array_agg(role) FILTER (WHERE teaches(role)) AS roles FROM unnest(\(Role.allCases.map(\.rawValue))::text[]) AS role"
            )
            let roles: [String] = try rows[0]["roles"]
            #expect(Set(roles) == Set(Role.teaching.map(\.rawValue)))
            let tina = try await server.teacher("tina")
            let first = try await server.as(tina).addStudent(userID: student.id)
            server.clock.advance(by: 60)
            #expect(try await server.as(tina).addStudent(userID: student.id) == first)
        }
    }

    /// Shows rule 11.1.
    @Test("A user below a teacher's age can't add students or make tasks, and can once the birthday is reached")
    func age() async throws {
        try await TestServer.with(features: [.class]) { server in
            let student = try await server.student("sam")
            for (name, birthday) in [("none", nil), ("young", "2008-03-02")] as [(String, String?)] {
                let owner = try await server.teacher(name, role: .owner, birthday: birthday)
                #expect(try await refusal { try await server.as(owner).addStudent(userID: student.id) } == .forbidden)
                #expect(try await refusal { try await server.as(owner).createTask(NewTask(title: "x")) } == .forbidden)
            }
            let owner = try await server.teacher("grown", role: .owner, birthday: "2008-03-01")
            _ = try await server.as(owner).addStudent(userID: student.id)
        }
    }

    /// Shows rule 11.2.
    @Test("Only a student who isn't suspended and has no block with the teacher can be added; any other user is unknown")
    func whoMay() async throws {
        try await TestServer.with(features: [.class]) { server in
            let tina = try await server.teacher("tina")
            let (blocker, blocked, suspended) = (
                try await server.student("blocker"), try await server.student("blocked"), try await server.student("suspended")
            )
            let member = try await server.person("member")
            try await server.block(blocker, tina)
            try await server.block(tina, blocked)
            try await server.suspend(suspended.id)
            for id in [blocker.id, blocked.id, suspended.id, member.id, tina.id, UUID()] {
                #expect(try await refusal { try await server.as(tina).addStudent(userID: id) } == .unknownUser)
            }
            #expect(try await server.as(tina).listStudents(StudentQuery(mine: false)).items.isEmpty)
        }
    }

    /// Shows rule 11.3.
    @Test("A teacher sees names and e-mail of their own students in pages, and only the stub of others")
    func list() async throws {
        try await TestServer.with(features: [.class]) { server in
            let tina = try await server.teacher("tina")
            for name in ["Dora", "anna", "Carl", "bert", "Emil"] {
                let student = try await server.student(name)
                _ = try await server.as(student).changeMe(AccountChange(givenName: .set("Given")))
                if name != "Emil" { _ = try await server.as(tina).addStudent(userID: student.id) }
            }
            let all = try await server.as(tina).all(Endpoints.listStudents, StudentQuery(limit: 3)).array()
            #expect(all.map(\.user.username) == ["anna", "bert", "Carl", "Dora"])
            #expect(all.allSatisfy { $0.email == "\($0.user.username)@example.org" && $0.since != nil && $0.user.givenName == "Given" })
            let others = try await server.as(tina).listStudents(StudentQuery(mine: false)).items
            #expect(others.map(\.user.username) == ["Emil"])
            #expect(others.allSatisfy { $0.email == nil && $0.since == nil && $0.user.givenName == nil && $0.user.role == nil })
        }
    }

    /// Shows rule 11.3.
    @Test("Students see their teachers' names and nothing of each other; teaching gives no right to make a room")
    func acquaintance() async throws {
        try await TestServer.with(features: [.class, .watch]) { server in
            let tina = try await server.teacher("tina")
            _ = try await server.as(tina).changeMe(AccountChange(givenName: .set("Tina")))
            let (sam, sue) = (try await server.student("sam", of: tina), try await server.student("sue", of: tina))
            #expect(try await server.as(sam).listTeachers().items.map(\.givenName) == ["Tina"])
            #expect(try await server.as(sam).showUser(userID: tina.id).givenName == "Tina")
            #expect(try await server.as(sam).showUser(userID: sue.id).role == nil)
            for (one, other) in [(tina, sam), (sam, tina)] {
                let room = NewRoom(subject: .custom(title: "x"), memberIDs: [other.id])
                #expect(try await refusal { try await server.as(one).createRoom(room) } == .unknownUser)
            }
        }
    }

    /// Shows rules 11.4, 11.16 and 11.21.
    @Test("Removing a student deletes nothing: the host's assignments close, and reopen with the student; a student can leave too")
    func removing() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, tina) = (room.server, room.teacher)
            let task = try await room.task()
            let id = try await room.assignment(of: task).id
            try await server.act(room.student, .message, on: id)
            let remove: [() async throws -> Void] = [
                { _ = try await server.as(tina).removeStudent(userID: room.student.id) },
                { _ = try await server.as(room.student).leaveTeacher(userID: tina.id) },
            ]
            for end in remove {
                try await end()
                let seen = try await server.assignment(id, seenBy: room.student)
                #expect(seen.closed && seen.completedAt == server.clock.now && seen.attention == .none)
                #expect(try await refusal { try await server.act(room.student, .message, on: id) } == .closed)
                #expect(try await server.as(room.student).listTeachers().items.isEmpty)
                let mine = try await server.as(tina).listStudentAssignments(StudentAssignmentQuery(userID: room.student.id))
                #expect(mine.items.map(\.id) == [id], "the teacher may read on")
                let texts = try await server.call(.get, "/v1/tasks/\(task.id)/assignments", token: tina.token).text
                #expect(!texts.contains(room.student.email))
                #expect(try await !room.assignment(of: task, for: room.students[1]).closed)
                _ = try await server.as(tina).addStudent(userID: room.student.id)
                #expect(try await !server.assignment(id, seenBy: room.student).closed)
            }
            _ = try await server.as(tina).removeStudent(userID: room.student.id)
            #expect(try await refusal { try await server.as(tina).removeStudent(userID: room.student.id) } == .notFound)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.2.
    @Test("A teacher has at most 200 students")
    func limit() async throws {
        try await Classroom.with(students: 1) { room in
            try await room.server.rows(
                """
                WITH made AS (
                    INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color, created_at)
                    SELECT tenant_id, gen_random_uuid(), 'a' || n, 'a' || n, 'a' || n, 'a' || n, '', 'student', '#000000', created_at
                    FROM users, generate_series(1, 198) AS n WHERE id = \(room.teacher.id) RETURNING tenant_id, id, created_at)
                INSERT INTO students (tenant_id, teacher_id, student_id, since)
                SELECT tenant_id, \(room.teacher.id), id, created_at FROM made
                """)
            let (last, one) = (try await room.server.student("last"), try await room.server.student("one"))
            _ = try await room.server.as(room.teacher).addStudent(userID: last.id)
            #expect(try await refusal { try await room.server.as(room.teacher).addStudent(userID: one.id) } == .limitReached)
            let invite = try await room.server.invite(by: room.teacher, ["role": "student"])
            _ = try await room.server.as(nil).signUp(
                NewUser(invite: invite.code, email: "new@example.org", password: "correct horse", username: "newcomer"))
            #expect(try await room.server.database.count("students") == 200, "who is invited comes in all the same")
        }
    }

    /// Shows rules 11.2 and 11.34.
    @Test("A user who joins by a teacher's invite becomes their student, if the class feature is on")
    func invites() async throws {
        try await Classroom.with(students: 0) { room in
            let server = room.server
            let young = try await server.teacher("young", role: .owner, birthday: nil)
            for (maker, role, isStudent) in [(room.teacher, "student", true), (young, "student", false), (young, "member", false)] {
                let invite = try await server.invite(by: maker, ["role": .string(role)])
                let made = try await server.as(nil).signUp(
                    NewUser(
                        invite: invite.code, email: "\(UUID())@example.org", password: "correct horse",
                        username: "n\(Int.random(in: 0..<1_000_000))"))
                let mine = try await server.as(maker).listStudents(StudentQuery()).items
                #expect(mine.contains { $0.user.id == made.user.id } == isStudent, "\(maker.username) \(role)")
            }
            try await server.operators.changeTenantFeatures(server.tenant, [.watch])
            let invite = try await server.invite(by: room.teacher, ["role": "student"])
            _ = try await server.as(nil).signUp(
                NewUser(invite: invite.code, email: "off@example.org", password: "correct horse", username: "off"))
            #expect(try await refusal { try await server.as(room.teacher).listStudents(StudentQuery()) } == .featureOff)
            try await server.operators.changeTenantFeatures(server.tenant, [.class])
            #expect(
                try await server.as(room.teacher).listStudents(StudentQuery()).items.count == 1, "on again, all is there, and nobody else")
        }
    }

    /// Shows rule 11.36.
    @Test("The audit records added and removed students with the actor, and deleted tasks, in ids only")
    func recorded() async throws {
        try await Classroom.with(students: 1) { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = try await room.task(for: [])
            let before = try await server.operators.listTenantAudit(server.tenant.id, limit: 100).count
            let changes: [() async throws -> Void] = [
                { _ = try await tina.removeStudent(userID: room.student.id) }, { _ = try await tina.addStudent(userID: room.student.id) },
                { _ = try await tina.addStudent(userID: room.student.id) },
                { _ = try await server.as(room.student).leaveTeacher(userID: room.teacher.id) },
                { _ = try await tina.deleteTask(taskID: task.id) },
            ]
            for change in changes {
                server.clock.advance(by: 1)
                try await change()
            }
            let entries = try await server.operators.listTenantAudit(server.tenant.id, limit: 100).dropLast(before).reversed()
            #expect(entries.map(\.event) == ["student.removed", "student.added", "student.removed", "task.deleted"])
            #expect(entries.map(\.actorID) == [room.teacher.id, room.teacher.id, room.student.id, room.teacher.id])
            #expect(entries.map(\.subjectID) == [room.student.id, room.student.id, room.teacher.id, task.id])
            #expect(entries.allSatisfy { $0.detail == nil })
        }
    }
}
