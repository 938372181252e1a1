import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: handing tasks and students over")
struct HandoverTests {
    /// Runs a test with a classroom, an owner of the community and a second teacher.
    private func with(
        students count: Int = 1, _ body: @escaping @Sendable (Classroom, _ owner: Person, _ successor: Person) async throws -> Void
    ) async throws {
        try await Classroom.with(students: count) { room in
            let owner = try await room.server.teacher("olive", role: .owner)
            let successor = try await room.server.teacher("toni")
            try await body(room, owner, successor)
        }
    }

    /// Shows rule 11.35.
    @Test("A student's pending notifications come from the successor after a handover")
    func pendingNotifications() async throws {
        try await with { room, owner, toni in
            let opening = room.server.clock.now + 3600
            _ = try await room.server.as(room.teacher).createTask(
                NewTask(title: "later", opensAt: opening, studentIDs: [room.student.id]))
            _ = try await room.server.as(owner).handOver(userID: room.teacher.id, toUserID: toni.id)
            let rows = try await room.server.rows("SELECT actor_id FROM notifications WHERE kind = 'task.assigned' AND state = 'pending'")
            #expect(try rows.map { try $0["actor_id"] as UUID } == [toni.id])
        }
    }

    /// Shows rules 11.35 and 11.36.
    @Test("One request hands over 40 tasks and 30 students: nothing is closed, and unread entries stay unread")
    func everything() async throws {
        try await with(students: 30) { room, owner, toni in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            var tasks: [ClassTask] = []
            for number in 0..<40 { tasks.append(try await room.task("task \(number)", for: number < 10 ? room.students : [])) }
            let id = try await room.assignment(of: tasks[0]).id
            try await server.act(room.student, .submit, on: id)
            let read = try await server.act(room.teacher, .message, on: id).entry
            _ = try await tina.markEntriesRead(assignmentID: id, entryID: read.id)
            try await server.act(room.student, .message, on: id, text: "not read yet")
            server.clock.advance(by: 1)
            _ = try await server.as(owner).handOver(userID: room.teacher.id, toUserID: toni.id)

            let theirs = server.as(toni)
            let found = try await theirs.all(Endpoints.listTasks, TaskQuery(limit: 100)).array()
            #expect(Set(found.map(\.id)) == Set(tasks.map(\.id)))
            #expect(found.allSatisfy { $0.teachers.map(\.user.id) == [toni.id] && $0.teachers[0].isHost && $0.completedAt == nil })
            #expect(try await theirs.listStudents(StudentQuery(limit: 100)).items.count == 30)
            #expect(try await tina.listTasks(TaskQuery()).items.isEmpty)
            #expect(try await tina.listStudents(StudentQuery()).items.isEmpty)
            #expect(try await refusal { try await server.assignment(id, seenBy: room.teacher) } == .notFound)
            let seen = try await server.assignment(id, seenBy: toni)
            #expect(seen.unreadCount == 1 && seen.readNumber == 2 && seen.attention == .review && !seen.closed)
            #expect(seen.openedAt != nil, "the other had opened it")
            for student in [room.students[0], room.students[29]] {
                let mine = try await server.as(student).listAssignments(AssignmentQuery()).items
                #expect(mine.count == 10 && mine.allSatisfy { !$0.closed && $0.task.teachers.map(\.id) == [toni.id] })
                #expect(try await server.as(student).listTeachers().items.map(\.id) == [toni.id])
            }
            _ = try await theirs.assignTask(taskID: tasks[39].id, studentIDs: room.students.map(\.id))
            #expect(try await server.database.wrongDerivedColumns() == [])
            let entry = try #require(try await server.operators.listTenantAudit(server.tenant.id, limit: 1).first)
            #expect(entry.event == "class.handed_over" && entry.actorID == owner.id && entry.subjectID == room.teacher.id)
            #expect(entry.detail == toni.id.uuidString.lowercased())
            _ = try await server.as(owner).handOver(userID: room.teacher.id, toUserID: toni.id)
            #expect(try await theirs.all(Endpoints.listTasks, TaskQuery(limit: 100)).array().count == 40, "said again it changes nothing")
        }
    }

    /// Shows rule 11.35.
    @Test("A successor who already teaches a task keeps their marker and place, and becomes host where the predecessor was")
    func shared() async throws {
        try await with(students: 2) { room, owner, toni in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let theo = try await server.teacher("theo")
            let (hosted, taught) = (try await room.task("hosted"), try await server.task(of: theo, with: room.teacher))
            for teacher in [theo, toni] { _ = try await tina.addTeacher(taskID: hosted.id, userID: teacher.id) }
            let id = try await room.assignment(of: hosted).id
            let entry = try await server.act(room.student, .message, on: id).entry
            _ = try await server.as(toni).markEntriesRead(assignmentID: id, entryID: entry.id)
            _ = try await server.as(owner).handOver(userID: room.teacher.id, toUserID: toni.id)
            let left = try await server.as(toni).showTask(taskID: hosted.id)
            #expect(left.teachers.map(\.user.id) == [toni.id, theo.id] && left.teachers.map(\.isHost) == [true, false])
            #expect(try await server.assignment(id, seenBy: toni).unreadCount == 0)
            let other = try await server.as(theo).showTask(taskID: taught.id)
            #expect(other.teachers.map(\.user.id) == [theo.id, toni.id] && other.teachers.map(\.isHost) == [true, false])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.35.
    @Test("An assignment closed by removing a student reopens if the successor teaches the student, else it stays closed")
    func removed() async throws {
        try await with(students: 3) { room, owner, toni in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = try await room.task()
            let (gone, shared, kept) = (room.students[0], room.students[1], room.students[2])
            _ = try await server.as(toni).addStudent(userID: kept.id)
            let own = try await server.as(toni).createTask(NewTask(title: "toni's", studentIDs: [kept.id])).value
            _ = try await server.as(toni).removeStudent(userID: kept.id)
            _ = try await server.as(toni).addStudent(userID: shared.id)
            for student in [gone, shared] { _ = try await tina.removeStudent(userID: student.id) }
            _ = try await server.as(owner).handOver(userID: room.teacher.id, toUserID: toni.id)
            let all = try await server.as(toni).listTaskAssignments(taskID: task.id).items
            #expect(all.filter(\.closed).map(\.student.id) == [gone.id])
            #expect(try await server.as(toni).listTaskAssignments(taskID: own.id).items.map(\.closed) == [false])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.35.
    @Test(
        "Only owners hand over from owners and admins; the successor may teach and has no block with any of the students")
    func whoMay() async throws {
        try await with { room, owner, toni in
            let server = room.server
            let (adam, second) = (try await server.teacher("adam", role: .admin), try await server.teacher("alma", role: .admin))
            let young = try await server.teacher("young", role: .admin, birthday: nil)
            let (member, suspended) = (try await server.person("member"), try await server.teacher("suspended"))
            try await server.suspend(suspended.id)
            let (blocker, shunned) = (try await server.teacher("blocker"), try await server.teacher("shunned"))
            try await server.block(blocker, room.student)
            try await server.block(room.student, shunned)
            let task = try await room.task()
            let busy = try await server.student("busy", of: room.teacher)
            _ = try await server.as(room.teacher).assignTask(taskID: task.id, studentIDs: [busy.id])
            try await server.rows("UPDATE users SET role = 'teacher', birthday = '1980-01-01' WHERE id = \(busy.id)")
            let handOver = { (person: Person, from: UUID, to: UUID) in
                try await refusal { try await server.as(person).handOver(userID: from, toUserID: to) }
            }
            let before = try await server.database.dump()
            for id in [member.id, suspended.id, blocker.id, shunned.id, busy.id, young.id, room.teacher.id, room.student.id, UUID()] {
                #expect(try await handOver(adam, room.teacher.id, id) == .unknownUser)
            }
            #expect(try await handOver(young, room.teacher.id, young.id) == .forbidden)
            #expect(try await handOver(adam, UUID(), toni.id) == .notFound)
            for of in [owner, second] { #expect(try await handOver(adam, of.id, toni.id) == .forbidden) }
            for by in [room.teacher, member] { #expect(try await handOver(by, room.teacher.id, toni.id) == .forbidden) }
            #expect(try await server.database.dump() == before)
            #expect(try await handOver(owner, second.id, toni.id) == nil)
            #expect(try await handOver(adam, room.teacher.id, toni.id) == nil)
            try await server.operators.changeTenantFeatures(server.tenant, [.watch])
            #expect(try await handOver(adam, room.teacher.id, toni.id) == .featureOff)
        }
    }

    /// Shows rule 11.35.
    @Test("A suspended or former teacher's class can be handed over; beyond 200 students of the successor nothing happens")
    func limit() async throws {
        try await with(students: 2) { room, owner, toni in
            let server = room.server
            let task = try await room.task()
            _ = try await server.as(toni).addStudent(userID: room.student.id)
            try await server.rows(
                """
                WITH made AS (
                    INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color, created_at)
                    SELECT tenant_id, gen_random_uuid(), 'a' || n, 'a' || n, 'a' || n, 'a' || n, '', 'student', '#000000', created_at
                    FROM users, generate_series(1, 199) AS n WHERE id = \(toni.id) RETURNING tenant_id, id, created_at)
                INSERT INTO students (tenant_id, teacher_id, student_id, since)
                SELECT tenant_id, \(toni.id), id, created_at FROM made
                """)
            try await server.suspend(room.teacher.id)
            let handOver = { try await refusal { try await server.as(owner).handOver(userID: room.teacher.id, toUserID: toni.id) } }
            #expect(try await handOver() == .limitReached)
            #expect(try await server.database.count("task_teachers") == 1)
            #expect(try await refusal { try await server.as(toni).showTask(taskID: task.id) } == .notFound)
            let one = try #require(try await server.as(toni).listStudents(StudentQuery()).items.first { $0.user.username == "a1" })
            _ = try await server.as(toni).removeStudent(userID: one.user.id)
            try await server.rows("UPDATE users SET role = 'member' WHERE id = \(room.teacher.id)")
            #expect(try await handOver() == nil)
            #expect(try await server.as(toni).showTask(taskID: task.id).teachers.map(\.user.id) == [toni.id])
            #expect(try await server.database.count("students") == 200)
        }
    }

    /// Shows rule 11.35.
    @Test("Handing over back and forth while students work and teachers read loses nothing, and every task has a host")
    func atOnce() async throws {
        try await with(students: 3) { room, owner, toni in
            let server = room.server
            let task = try await room.task()
            let assignments = try await server.as(room.teacher).listTaskAssignments(taskID: task.id).items
            let first = try await server.act(room.student, .message, on: try await room.assignment(of: task).id).entry
            try await withThrowingTaskGroup(of: Problem.Code?.self) { group in
                for (from, to) in [(room.teacher, toni), (toni, room.teacher), (room.teacher, toni)] {
                    group.addTask { try await refusal { try await server.as(owner).handOver(userID: from.id, toUserID: to.id) } }
                }
                for student in room.students {
                    guard let id = assignments.first(where: { $0.student.id == student.id })?.id else { continue }
                    for _ in 0..<3 { group.addTask { try await refusal { try await server.act(student, .message, on: id) } } }
                }
                for code in try await group.reduce(into: [Problem.Code?](), { $0.append($1) }) { #expect(code == nil) }
            }
            for _ in 0..<3 {
                _ = try await withThrowingTaskGroup(of: Problem.Code?.self) { group in
                    let id = try await server.as(room.student).listAssignments(AssignmentQuery()).items[0].id
                    for (from, to) in [(room.teacher, toni), (toni, room.teacher)] {
                        group.addTask { try await refusal { try await server.as(owner).handOver(userID: from.id, toUserID: to.id) } }
                        group.addTask {
                            try await refusal { try await server.as(from).markEntriesRead(assignmentID: id, entryID: first.id) }
                        }
                    }
                    return try await group.reduce(into: [Problem.Code?]()) { $0.append($1) }
                }
            }
            let counts = try await server.rows(
                """
                SELECT (SELECT count(*) FROM task_teachers) AS teachers, (SELECT count(*) FROM students) AS students,
                    (SELECT count(*) FROM entries) AS entries
                """)
            let (teachers, students, entries): (Int, Int, Int) = (
                try counts[0]["teachers"], try counts[0]["students"], try counts[0]["entries"]
            )
            #expect(teachers == 1 && students == 3 && entries == 10)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }
}

extension TestServer {
    /// Creates a task of one teacher that the other teaches too.
    fileprivate func task(of host: Person, with coTeacher: Person) async throws -> ClassTask {
        let task = try await self.as(host).createTask(NewTask(title: "of \(host.username)")).value
        return try await self.as(host).addTeacher(taskID: task.id, userID: coTeacher.id)
    }
}
