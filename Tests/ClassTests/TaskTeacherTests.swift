import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: the teachers of a task")
struct TaskTeacherTests {
    /// Shows rules 11.3 and 11.7.
    @Test("A co-teacher joins with everything marked read and can do all actions on assignments; the rest is the host's alone")
    func coTeacher() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let toni = try await server.teacher("toni")
            let task = try await room.task()
            let id = try await room.assignment(of: task).id
            try await server.act(room.student, .submit, on: id)
            #expect(try await refusal { try await server.as(toni).showTask(taskID: task.id) } == .notFound)
            server.clock.advance(by: 1)
            let shared = try await tina.addTeacher(taskID: task.id, userID: toni.id)
            #expect(shared.teachers.map(\.user.id) == [room.teacher.id, toni.id] && shared.teachers.map(\.isHost) == [true, false])
            #expect(try await tina.addTeacher(taskID: task.id, userID: toni.id) == shared)
            let seen = try await server.assignment(id, seenBy: toni)
            #expect(seen.unreadCount == 0 && seen.readNumber == 1 && seen.attention == .review && seen.openedAt == nil)
            #expect(seen.student.createdAt != nil, "students whose assignments they have")
            #expect(
                try await server.as(toni).listStudentAssignments(StudentAssignmentQuery(userID: room.student.id)).items.map(\.id) == [id])
            try await server.act(toni, .return, on: id, word: "good")
            let them = server.as(toni)
            for code in [
                try await refusal { try await them.deleteTask(taskID: task.id) },
                try await refusal { try await them.assignTask(taskID: task.id, studentIDs: []) },
                try await refusal { try await them.withdrawAssignment(taskID: task.id, userID: room.student.id) },
                try await refusal { try await them.addTeacher(taskID: task.id, userID: toni.id) },
                try await refusal { try await them.removeTeacher(taskID: task.id, userID: room.teacher.id) },
            ] { #expect(code == .forbidden) }
            _ = try await them.removeTeacher(taskID: task.id, userID: toni.id)
            #expect(try await refusal { try await server.assignment(id, seenBy: toni) } == .notFound)
            #expect(try await server.assignment(id, seenBy: room.student).evaluation?.by?.id == toni.id, "what they did stays")
        }
    }

    /// Shows rule 11.6.
    @Test("A teacher of a task can't be assigned it, even after becoming a student")
    func pupil() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let (task, toni) = (try await room.task(), try await server.teacher("toni"))
            _ = try await tina.addTeacher(taskID: task.id, userID: toni.id)
            try await server.rows("UPDATE users SET role = 'student' WHERE tenant_id = \(server.tenant.id) AND id = \(toni.id)")
            _ = try await tina.addStudent(userID: toni.id)
            #expect(try await refusal { try await tina.assignTask(taskID: task.id, studentIDs: [toni.id]) } == .unknownUser)
        }
    }

    /// Shows rule 11.7.
    @Test("The longest-standing teacher becomes host, and the last teacher can't leave")
    func leaving() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = try await room.task()
            #expect(try await refusal { try await tina.removeTeacher(taskID: task.id, userID: room.teacher.id) } == .lastTeacher)
            var others: [Person] = []
            for name in ["toni", "theo"] {
                server.clock.advance(by: 1)
                others.append(try await server.teacher(name))
                _ = try await tina.addTeacher(taskID: task.id, userID: others.last?.id ?? UUID())
            }
            _ = try await tina.removeTeacher(taskID: task.id, userID: room.teacher.id)
            let left = try await server.as(others[1]).showTask(taskID: task.id)
            #expect(left.teachers.map(\.user.id) == others.map(\.id) && left.teachers.map(\.isHost) == [true, false])
            #expect(
                try await refusal { try await server.as(others[1]).removeTeacher(taskID: task.id, userID: room.teacher.id) } == .forbidden)
            #expect(
                try await refusal { try await server.as(others[0]).removeTeacher(taskID: task.id, userID: room.teacher.id) } == .notFound)
            _ = try await server.as(others[0]).removeTeacher(taskID: task.id, userID: others[1].id)
            #expect(
                try await refusal { try await server.as(others[0]).removeTeacher(taskID: task.id, userID: others[0].id) } == .lastTeacher)
            #expect(try await !room.assignmentIsClosed(of: task), "the first host's student keeps the task")
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 11.1 and 11.7.
    @Test("A co-teacher may teach, has no block with host or students and isn't assigned the task; there are at most 8")
    func whoMay() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = try await room.task()
            let (blocker, shunned) = (try await server.teacher("blocker"), try await server.teacher("shunned"))
            try await server.block(blocker, room.teacher)
            try await server.block(room.student, shunned)
            let (young, suspended) = (try await server.teacher("young", role: .admin, birthday: nil), try await server.teacher("suspended"))
            try await server.suspend(suspended.id)
            let member = try await server.person("member", birthday: "1980-01-01")
            try await server.rows("UPDATE users SET role = 'teacher', birthday = '1980-01-01' WHERE id = \(room.student.id)")
            for id in [blocker.id, shunned.id, young.id, suspended.id, member.id, room.student.id, UUID()] {
                #expect(try await refusal { try await tina.addTeacher(taskID: task.id, userID: id) } == .unknownUser)
            }
            for number in 2...8 {
                _ = try await tina.addTeacher(taskID: task.id, userID: try await server.teacher("teacher\(number)").id)
            }
            let ninth = try await server.teacher("ninth")
            #expect(try await refusal { try await tina.addTeacher(taskID: task.id, userID: ninth.id) } == .limitReached)
        }
    }

    /// Shows rule 11.33.
    @Test("After losing a teaching role a user sees none of the tasks, which all stay, and students go on working")
    func demoted() async throws {
        try await Classroom.with { room in
            let server = room.server
            let task = try await room.task()
            let id = try await room.assignment(of: task).id
            try await server.rows("UPDATE users SET role = 'member' WHERE id = \(room.teacher.id)")
            #expect(try await refusal { try await server.assignment(id, seenBy: room.teacher) } == .notFound)
            #expect(try await refusal { try await server.as(room.teacher).showTask(taskID: task.id) } == .forbidden)
            #expect(try await server.act(room.student, .submit, on: id).assignment.state == .submitted)
            try await server.rows("UPDATE users SET role = 'member' WHERE id = \(room.student.id)")
            #expect(try await server.act(room.student, .message, on: id).assignment.state == .submitted)
            try await server.rows("UPDATE users SET role = 'teacher' WHERE id = \(room.teacher.id)")
            #expect(try await server.assignment(id, seenBy: room.teacher).unreadCount == 2)
        }
    }
}

extension Classroom {
    fileprivate func assignmentIsClosed(of task: ClassTask) async throws -> Bool {
        try await server.as(student).listAssignments(AssignmentQuery()).items.contains { $0.task.id == task.id && $0.closed }
    }
}
