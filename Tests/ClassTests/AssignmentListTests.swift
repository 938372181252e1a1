import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: a student's list of assignments")
struct AssignmentListTests {
    /// Shows rule 11.31.
    @Test("Active assignments are sorted by due time with none last, or by priority; pages neither skip nor repeat any")
    func order() async throws {
        try await Classroom.with { room in
            let tina = room.server.as(room.teacher)
            for (title, due, priority) in [
                ("a", "2026-03-05T18:00:00Z", Priority.low), ("b", nil, .high), ("c", "2026-03-04T18:00:00Z", .none),
                ("d", "2026-03-05T18:00:00Z", .high), ("e", nil, .none), ("f", "2026-03-05T18:00:00Z", .medium),
            ] as [(String, String?, Priority)] {
                _ = try await tina.createTask(
                    NewTask(title: title, priority: priority, dueAt: due.map(\.date), studentIDs: [room.student.id]))
            }
            let sam = room.server.as(room.student)
            for (order, titles) in [(AssignmentOrder.due, "c d f a b e"), (.priority, "d b f a c e")] {
                let all = try await sam.all(Endpoints.listAssignments, AssignmentQuery(order: order, limit: 2)).array()
                #expect(all.map(\.task.title).joined(separator: " ") == titles)
                #expect(
                    all.allSatisfy { $0.task.description == nil && $0.version == nil && $0.task.teachers.map(\.id) == [room.teacher.id] })
            }
            let from = AssignmentQuery(dueFrom: "2026-03-05T00:00:00Z".date, dueBefore: "2026-03-06T00:00:00Z".date)
            #expect(try await sam.listAssignments(from).items.map(\.task.title) == ["d", "f", "a"])
            #expect(try await sam.listAssignments(AssignmentQuery(priority: .high)).items.map(\.task.title) == ["d", "b"])
            #expect(try await sam.listAssignments(AssignmentQuery(query: "C")).items.map(\.task.title) == ["c"])
        }
    }

    /// Shows rules 11.11 and 11.31.
    @Test("An assignment is archived seven days after its completion to the millisecond, latest first, until it is reopened")
    func archive() async throws {
        try await Classroom.with { room in
            let server = room.server
            var ids: [UUID] = []
            for action in [EntryAction.complete, .excuse] {
                server.clock.advance(by: 60)
                ids.append(try await room.assignment(of: try await room.task()).id)
                try await server.act(room.teacher, action, on: ids.last ?? UUID())
            }
            let list = { (archived: Bool) in
                try await server.as(room.student).all(Endpoints.listAssignments, AssignmentQuery(archived: archived, limit: 1)).array()
            }
            #expect(try await list(false).count == 2)
            #expect(try await list(true).isEmpty)
            server.clock.advance(by: 7 * 86_400 - 0.001)
            #expect(try await list(true).map(\.id) == [ids[0]])
            server.clock.advance(by: 0.001)
            #expect(try await list(true).map(\.id) == [ids[1], ids[0]])
            #expect(try await list(false).isEmpty)
            try await server.act(room.student, .message, on: ids[0])
            #expect(try await list(true).map(\.id) == [ids[1], ids[0]], "messages change nothing of that")
            try await server.act(room.teacher, .reopen, on: ids[0])
            #expect(try await list(false).map(\.id) == [ids[0]])
            let state = AssignmentQuery(archived: true, state: .done)
            #expect(try await server.as(room.student).listAssignments(state).items.isEmpty)
            #expect(try await server.as(room.teacher).listTasks(TaskQuery(archived: true)).items.count == 1)
        }
    }

    /// Shows rule 11.31.
    @Test("Listing 60 active assignments reads at most 400 pages, also beside 6,000 archived ones")
    func cost() async throws {
        // The database must be unused: dead rows that another test left would be read too.
        try await TestDatabase.with(isUnused: true) { database in
            try await Classroom.with(in: database) { room in
                let crowd = ClassCrowd(server: room.server, teacher: room.teacher)
                try await crowd.addOtherTeachers(100)
                try await crowd.addStudents(29)
                try await crowd.addTasks(60, students: 29, and: room.student)
                let list = try await crowd.costOfList(room.student)
                #expect(list.rows == 60)
                #expect(list.pages <= 400, "\(list.pages)\n\(list.plan)")
                try await crowd.addTasks(6000, students: 1, and: room.student, isArchived: true)
                let more = try await crowd.costOfList(room.student)
                #expect(more.rows == 60)
                // The test compares no two counts, because the planner picks one of two plans by the distribution of
                // the random ids, and one of them reads a third more.
                #expect(more.pages <= 400, "\(list.pages) and \(more.pages)\n\(list.plan)\n\(more.plan)")
            }
        }
    }

    /// Shows rule 11.22.
    @Test("Another student, another teacher, an admin, a removed co-teacher and another community can't find an assignment")
    func strangers() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let task = try await room.task(for: [room.student])
            let id = try await room.assignment(of: task).id
            let entry = try await server.act(room.student, .message, on: id).entry
            let former = try await server.teacher("former")
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: former.id)
            _ = try await server.as(room.teacher).removeTeacher(taskID: task.id, userID: former.id)
            let others = [
                room.students[1], try await server.teacher("other"), try await server.teacher("adam", role: .admin), former,
            ]
            let before = try await server.database.dump()
            for person in others {
                let them = server.as(person)
                for code in [
                    try await refusal { try await them.showAssignment(assignmentID: id) },
                    try await refusal { try await them.listEntries(EntryQuery(assignmentID: id)) },
                    try await refusal { try await them.createEntry(NewEntry(assignmentID: id, action: .message, text: "x")) },
                    try await refusal { try await them.deleteEntry(assignmentID: id, entryID: entry.id) },
                    try await refusal { try await them.markEntriesRead(assignmentID: id, entryID: entry.id) },
                ] { #expect(code == .notFound, "\(person.username)") }
                let draft = try await refusal { try await them.setDraft(NewDraft(assignmentID: id, version: 0, text: "x")) }
                #expect(draft == (person.id == room.students[1].id ? .forbidden : .notFound))
            }
            #expect(try await server.database.dump() == before)
        }
    }
}
