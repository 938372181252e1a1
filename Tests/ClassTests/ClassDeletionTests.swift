import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: what remains of deleted users")
struct ClassDeletionTests {
    /// Shows rule 11.32.
    @Test("Deleting a student deletes their assignments with all entries, and the task completes without them")
    func student() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let task = try await room.task(maxPoints: 10)
            let (one, two) = (try await room.assignment(of: task).id, try await room.assignment(of: task, for: room.students[1]).id)
            try await server.act(room.student, .submit, on: one, text: "a canary's work")
            _ = try await server.as(room.teacher).setDraft(NewDraft(assignmentID: one, version: 1, text: "of a canary"))
            try await server.act(room.teacher, .complete, on: two, points: 5)
            server.clock.advance(by: 1)
            #expect(try await server.delete(room.student).status == 204)
            let seen = try await server.as(room.teacher).showTask(taskID: task.id)
            #expect(seen.counts.done == 1 && seen.counts.submitted == 0 && seen.completedAt == server.clock.now)
            let after = try await server.database.dump()
            #expect(!after.contains { $0.contains("canary") })
            #expect(after.remains(of: room.student) == [])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.32.
    @Test(
        "Entries of a deleted teacher stay without author, texts only on request; another teacher becomes host",
        arguments: [false, true])
    func teacher(erases: Bool) async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task(maxPoints: 10)
            server.clock.advance(by: 1)
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let id = try await room.assignment(of: task).id
            try await server.act(room.student, .submit, on: id, text: "sam's work")
            try await server.act(room.teacher, .message, on: id, text: "a canary's message")
            try await server.act(room.teacher, .return, on: id, text: "a canary's evaluation", points: 6)
            let version = try await server.assignment(id, seenBy: toni).version ?? 0
            _ = try await server.as(room.teacher).setDraft(NewDraft(assignmentID: id, version: version, text: "a canary's draft"))
            #expect(try await server.delete(room.teacher, eraseComments: erases).status == 204)
            let seen = try await server.assignment(id, seenBy: toni)
            #expect(seen.evaluation?.points == 6 && seen.evaluation?.by == nil && seen.task.teachers.map(\.id) == [toni.id])
            #expect((seen.evaluation?.text == nil) == erases && (seen.draft == nil) == erases && seen.draft?.by == nil)
            #expect(seen.unreadCount == (erases ? 2 : 3) && !seen.closed)
            let history = try await server.as(toni).listEntries(EntryQuery(assignmentID: id)).items
            #expect(history.map(\.number) == (erases ? [1, 3] : [1, 2, 3]) && history.dropFirst().allSatisfy { $0.author == nil })
            #expect(try await server.as(toni).showTask(taskID: task.id).teachers.map(\.isHost) == [true])
            let after = try await server.database.dump()
            #expect(after.contains { $0.contains("canary") } == !erases)
            #expect(after.remains(of: room.teacher) == [])
            #expect(try await server.database.wrongDerivedColumns() == [])
            #expect(try await server.act(room.student, .submit, on: id).entry.number == 4)
        }
    }

    /// Shows rules 11.16 and 11.32.
    @Test("A task whose last teacher is deleted is deleted if nobody worked on it, else closed for good")
    func lastTeacher() async throws {
        try await Classroom.with { room in
            let server = room.server
            let (worked, idle) = (try await room.task("worked"), try await room.task("idle"))
            let id = try await room.assignment(of: worked).id
            try await server.act(room.student, .submit, on: id)
            _ = try await server.as(room.teacher).setDraft(NewDraft(assignmentID: id, version: 1, text: "a canary's draft"))
            #expect(try await server.delete(room.teacher).status == 204)
            let left = try await server.as(room.student).listAssignments(AssignmentQuery()).items
            #expect(left.map(\.id) == [id] && left[0].closed && left[0].task.teachers.isEmpty && left[0].state == .submitted)
            #expect(try await refusal { try await server.act(room.student, .message, on: id) } == .closed)
            #expect(try await server.as(room.student).listTeachers().items.isEmpty)
            let after = try await server.database.dump()
            #expect(!after.contains { $0.hasPrefix("tasks: ") && $0.contains(idle.id.uuidString.lowercased()) })
            #expect(!after.contains { $0.contains("canary") } && after.remains(of: room.teacher) == [])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.32.
    @Test("A deleted community leaves no row of its classes")
    func community() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let task = try await room.task()
            let id = try await room.assignment(of: task).id
            try await server.act(room.student, .submit, on: id)
            _ = try await server.as(room.teacher).setDraft(NewDraft(assignmentID: id, version: 1, text: "x"))
            _ = try await server.as(room.teacher).deleteTask(taskID: try await room.task(for: []).id)
            try await server.operators.deleteTenant(server.tenant)
            let tenant = server.tenant.id.uuidString.lowercased()
            #expect(try await server.database.dump().filter { $0.contains(tenant) && !$0.hasPrefix("audit_entries: ") } == [])
        }
    }
}

extension [String] {
    /// Returns the rows that still refer to the person. It ignores the audit and the makers of tasks, which store only
    /// ids.
    fileprivate func remains(of person: Person) -> [String] {
        let id = person.id.uuidString.lowercased()
        return filter { $0.contains(id) && !$0.hasPrefix("tasks: ") && !$0.hasPrefix("audit_entries: ") }
    }
}
