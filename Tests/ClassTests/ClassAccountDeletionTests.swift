import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Class

/// Deletes an account with everything that a class can contain: entries of every author, a draft and feedback.
@Suite("rules 11: deleting an account")
struct ClassAccountDeletionTests {
    /// Shows rule 11.32.
    @Test(
        "Only ids of the deleted user remain, and erased texts are gone; derived columns are right and the others go on working",
        arguments: Leaver.allCases, [false, true])
    func leaving(leaver: Leaver, erases: Bool) async throws {
        try await Classroom.with(students: 2) { room in
            let scene = try await Scene(room, leaver)
            let server = room.server
            #expect(try await server.database.dump().count { $0.contains("of \(scene.leaver.username)") } >= 3, "it was there")
            server.clock.advance(by: 60)
            #expect(try await server.delete(scene.leaver, eraseComments: erases).status == 204)

            let dump = try await server.database.dump().map { $0.lowercased() }
            let person = scene.leaver
            #expect(dump.filter { $0.contains(person.email) || $0.contains("canary-\(person.username)") } == [])
            let id = person.id.uuidString.lowercased()
            #expect(dump.filter { $0.contains(id) && !$0.hasPrefix("audit_entries: ") && !$0.hasPrefix("tasks: ") } == [])
            let (entries, draft, feedback) = (
                "entry of \(person.username)", "draft of \(person.username)", "feedback of \(person.username)"
            )
            #expect(dump.contains { $0.contains(entries) } == (leaver != .student && !erases))
            #expect(dump.contains { $0.contains(draft) } == (leaver.leavesDrafts && !erases))
            #expect(dump.contains { $0.contains(feedback) } == !erases)
            #expect(try await server.database.wrongDerivedColumns() == [])
            try await scene.othersGoOn(erases: erases)
        }
    }
}

/// The role of the user who deletes their account.
enum Leaver: CaseIterable {
    case student
    case host
    case hostWithoutCoTeacher
    case coTeacher

    /// Whether drafts remain. A task without another teacher keeps no draft.
    var leavesDrafts: Bool { self == .host || self == .coTeacher }
}

/// A task with a completed and an open assignment, in which every participant wrote an entry.
private struct Scene {
    let room: Classroom
    let leaves: Leaver
    let leaver: Person
    let task: ClassTask
    let teachers: [Person]
    /// The assignments' ids, in the order of the students.
    let assignmentIDs: [UUID]

    init(_ room: Classroom, _ leaves: Leaver) async throws {
        let (server, tina) = (room.server, room.teacher)
        (self.room, self.leaves) = (room, leaves)
        let toni = try await server.teacher("toni")
        leaver =
            switch leaves {
            case .student: room.student
            case .host, .hostWithoutCoTeacher: tina
            case .coTeacher: toni
            }
        let name = "Canary-\(leaver.username)"
        _ = try await server.as(leaver).changeMe(AccountChange(givenName: .set(name), familyName: .set(name)))
        task = try await room.task("Scales", maxPoints: 10)
        server.clock.advance(by: 1)
        teachers = leaves == .hostWithoutCoTeacher ? [tina] : [tina, toni]
        if teachers.count > 1 { _ = try await server.as(tina).addTeacher(taskID: task.id, userID: toni.id) }
        var ids: [UUID] = []
        for student in room.students { ids.append(try await room.assignment(of: task, for: student).id) }
        assignmentIDs = ids
        try await work()
        for person in room.students + teachers {
            _ = try await server.as(person).createFeedback(NewFeedback(text: "feedback of \(person.username)", context: "canary"))
        }
    }

    /// The first student's work is returned with an evaluation and a draft of the next one. The second student's
    /// assignment is completed.
    private func work() async throws {
        let server = room.server
        for (student, id) in zip(room.students, assignmentIDs) {
            for person in [student] + teachers { try await server.act(person, .message, on: id, text: "entry of \(person.username)") }
            try await server.act(student, .submit, on: id, text: "entry of \(student.username)")
        }
        let teacher = leaves == .coTeacher ? leaver : teachers[0]
        try await server.act(teacher, .return, on: assignmentIDs[0], text: "entry of \(teacher.username)", points: 6)
        try await server.act(teacher, .complete, on: assignmentIDs[1], text: "entry of \(teacher.username)", points: 7)
        let version = try await server.assignment(assignmentIDs[0], seenBy: teacher).version ?? 0
        _ = try await server.as(teacher).setDraft(
            NewDraft(assignmentID: assignmentIDs[0], version: version, points: 8, text: "draft of \(teacher.username)"))
    }

    /// Checks that each remaining participant can read their assignments and continue to work.
    func othersGoOn(erases: Bool) async throws {
        let server = room.server
        let left = teachers.filter { $0.id != leaver.id }
        let staying = zip(room.students, assignmentIDs).filter { $0.0.id != leaver.id }
        for (student, id) in staying {
            for person in [student] + left { try await readsOn(person, id, left, erases: erases) }
        }
        for (student, id) in staying {
            for person in [student] + left {
                let code = try await refusal { try await server.act(person, .message, on: id, text: "still here") }
                #expect(code == (left.isEmpty ? .closed : nil))
            }
        }
        if let host = left.first {
            let seen = try await server.as(host).showTask(taskID: task.id)
            #expect(seen.teachers.map(\.isHost) == left.map { $0.id == host.id })
            #expect(seen.counts.returned + seen.counts.done == staying.count)
            #expect(try await server.as(host).changeTask(TaskChange(taskID: task.id, title: "Arpeggios")).title == "Arpeggios")
        }
        #expect(try await server.database.wrongDerivedColumns() == [])
    }

    /// - Parameter left: the task's remaining teachers.
    private func readsOn(_ person: Person, _ id: UUID, _ left: [Person], erases: Bool) async throws {
        let seen = try await room.server.assignment(id, seenBy: person)
        #expect(seen.closed == left.isEmpty && seen.task.teachers.map(\.id) == left.map(\.id))
        #expect(seen.evaluation?.points == (id == assignmentIDs[0] ? 6 : 7) && seen.attempt == 1)
        let history = try await room.server.as(person).listEntries(EntryQuery(assignmentID: id)).items
        // A deleted message also leaves the list. Other actions stay, without text.
        #expect(history.count == teachers.count + 3 - (leaves != .student && erases ? 1 : 0))
        #expect(history.contains { $0.author == nil } == (leaves != .student))
    }
}
