import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: the history of an assignment")
struct EntryTests {
    /// Shows rules 11.12, 11.14 and 11.27.
    @Test("Every action adds an entry, numbered 1, 2, 3; an attempt has its own number, and each entry its time and text")
    func history() async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            for (person, action) in [
                (room.student, EntryAction.start), (room.student, .message), (room.student, .submit), (room.teacher, .return),
                (room.student, .submit), (room.student, .takeBack), (room.student, .submit), (room.teacher, .complete),
                (room.teacher, .reopen), (room.student, .submit), (room.teacher, .excuse),
            ] {
                server.clock.advance(by: 1)
                let made = try await server.act(person, action, on: id, text: "with \(action)")
                #expect(made.entry.text == "with \(action)" && made.entry.at == server.clock.now)
            }
            let all = try await server.as(room.teacher).all(Endpoints.listEntries, EntryQuery(assignmentID: id, limit: 4)).array()
            #expect(all.map(\.number) == Array(1...11))
            #expect(all.map(\.attempt) == [nil, nil, 1, nil, 2, nil, 2, nil, nil, 3, nil])
            let seen = try await server.assignment(id, seenBy: room.student)
            #expect(seen.state == .excused && seen.attempt == 3 && seen.lastActivityAt == server.clock.now && !seen.late && !seen.missing)
        }
    }

    /// Shows rule 11.13.
    @Test(
        "A reopened assignment returns to the student's former state",
        arguments: [
            ([], .todo), ([.message], .inProgress), ([.start], .inProgress), ([.submit], .returned),
        ] as [([EntryAction], AssignmentState)])
    func rest(before: [EntryAction], state: AssignmentState) async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            var said: Entry?
            for action in before { said = try await server.act(room.student, action, on: id).entry }
            try await server.act(room.teacher, .complete, on: id)
            #expect(try await server.act(room.teacher, .reopen, on: id).assignment.state == state)
            if before == [.message], let said {
                _ = try await server.as(room.student).deleteEntry(assignmentID: id, entryID: said.id)
                try await server.act(room.teacher, .excuse, on: id)
                #expect(try await server.act(room.teacher, .reopen, on: id).assignment.state == .todo, "what is deleted doesn't count")
            }
        }
    }

    /// Shows rules 11.20 and 11.21.
    @Test("Entries of others above the reader's marker are unread; the marker never goes back, and attention follows it")
    func unread() async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task()
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let id = try await room.assignment(of: task).id
            let view = { (person: Person) in
                let seen = try await server.assignment(id, seenBy: person)
                return "\(seen.unreadCount) \(seen.readNumber) \(seen.attention)"
            }
            #expect(try await view(room.student) == "0 0 work")
            #expect(try await view(toni) == "0 0 none")
            let first = try await server.act(room.student, .message, on: id).entry
            let second = try await server.act(room.teacher, .message, on: id).entry
            try await server.act(room.student, .submit, on: id)
            #expect(try await view(room.student) == "1 0 read")
            #expect(try await view(room.teacher) == "2 0 review")
            #expect(try await view(toni) == "3 0 review")
            #expect(try await server.as(toni).markEntriesRead(assignmentID: id, entryID: second.id).unreadCount == 1)
            #expect(try await server.as(toni).markEntriesRead(assignmentID: id, entryID: first.id).unreadCount == 1)
            #expect(try await server.as(room.student).markEntriesRead(assignmentID: id, entryID: second.id).unreadCount == 0)
            #expect(try await view(room.student) == "0 2 wait")
            #expect(try await view(toni) == "1 2 review")
            #expect(try await server.as(room.teacher).showTask(taskID: task.id).counts.unread == 2)
            try await server.act(room.teacher, .complete, on: id)
            #expect(try await view(room.student) == "1 2 read")
            #expect(try await view(toni) == "2 2 read")
            #expect(try await view(room.teacher) == "2 0 read")
            #expect(try await refusal { try await server.as(toni).markEntriesRead(assignmentID: id, entryID: UUID()) } == .invalid)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.19.
    @Test("Authors can delete their messages, whose number stays; nobody can delete another's, an attempt's or an action's entry")
    func deleting() async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            let start = try await server.act(room.student, .start, on: id).entry
            let kept = try await server.act(room.student, .message, on: id, text: "kept").entry
            try await server.act(room.student, .submit, on: id)
            let gone = try await server.act(room.student, .message, on: id, text: "a canary").entry
            let answer = try await server.act(room.teacher, .message, on: id).entry
            let delete = { (person: Person, entry: Entry) in
                try await refusal { try await server.as(person).deleteEntry(assignmentID: id, entryID: entry.id) }
            }
            for entry in [start, kept] { #expect(try await delete(room.student, entry) == .entryFixed) }
            for entry in [start, gone] { #expect(try await delete(room.teacher, entry) == .forbidden) }
            #expect(try await delete(room.student, answer) == .forbidden)
            #expect(try await delete(room.student, gone) == nil)
            #expect(try await delete(room.teacher, answer) == nil)
            #expect(try await delete(room.student, gone) == .notFound)
            #expect(try await server.as(room.student).listEntries(EntryQuery(assignmentID: id)).items.map(\.number) == [1, 2, 3])
            #expect(try await server.assignment(id, seenBy: room.teacher).unreadCount == 3)
            #expect(try await server.act(room.student, .message, on: id).entry.number == 6)
            #expect(try await !server.database.dump().contains { $0.contains("canary") })
            try await server.act(room.student, .takeBack, on: id)
            #expect(try await delete(room.student, kept) == nil, "what was taken back is no attempt any more")
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.23.
    @Test("A retry with the same id is applied once; the id of another request or a deleted entry is refused as taken")
    func chosenID() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let task = try await room.task()
            let (mine, other) = (try await room.assignment(of: task).id, try await room.assignment(of: task, for: room.students[1]).id)
            let sam = server.as(room.student)
            let submit = NewEntry(assignmentID: mine, id: UUID(), action: .submit, text: "here")
            let first = try await sam.createEntry(submit)
            try await server.act(room.teacher, .return, on: mine)
            let again = try await sam.createEntry(submit)
            #expect(first.isNew && !again.isNew && again.value.entry == first.value.entry)
            #expect(again.value.assignment.state == .returned, "as it is now")
            for entry in [
                NewEntry(assignmentID: mine, id: submit.id, action: .submit, text: "there"),
                NewEntry(assignmentID: mine, id: submit.id, action: .complete),
            ] { #expect(try await refusal { try await sam.createEntry(entry) } == .idTaken) }
            let theirs = NewEntry(assignmentID: other, id: submit.id, action: .submit, text: "here")
            #expect(try await refusal { try await server.as(room.students[1]).createEntry(theirs) } == .idTaken)
            let message = NewEntry(assignmentID: mine, id: UUID(), action: .message, text: "hm")
            _ = try await sam.createEntry(message)
            _ = try await sam.deleteEntry(assignmentID: mine, entryID: message.id ?? UUID())
            #expect(try await refusal { try await sam.createEntry(message) } == .idTaken)
            #expect(try await server.database.count("entries") == 3)
        }
    }

    @Test("A page ends early when its entries are large, and the next one continues after it")
    func largePages() async throws {
        try await Classroom.with { room in
            let id = try await room.assignment(of: try await room.task()).id
            for number in 1...20 {
                try await room.server.act(room.student, .message, on: id, text: String(repeating: "🛋", count: 3990) + " \(number)")
            }
            let query = EntryQuery(assignmentID: id, limit: 500)
            #expect(try await room.server.as(room.student).listEntries(query).items.map(\.number) == Array(1...17))
            #expect(try await room.server.as(room.student).all(Endpoints.listEntries, query).array().map(\.number) == Array(1...20))
        }
    }

    /// Shows rule 11.23.
    @Test("A user can do 60 actions a minute and make 120 tasks an hour; a retry counts once")
    func allowances() async throws {
        try await TestServer.with(features: [.class]) { server in
            let tina = try await server.teacher("tina")
            for number in 1...119 { _ = try await server.as(tina).createTask(NewTask(title: "\(number)")) }
            let sam = try await server.student("sam", of: tina)
            let last = NewTask(id: UUID(), title: "x", studentIDs: [sam.id])
            for _ in 1...2 { _ = try await server.as(tina).createTask(last) }
            #expect(try await refusal { try await server.as(tina).createTask(NewTask(title: "y")) } == .tooManyRequests)
            let id = try await server.as(sam).listAssignments(AssignmentQuery()).items[0].id
            for _ in 1...60 { try await server.act(sam, .message, on: id) }
            #expect(try await refusal { try await server.act(sam, .message, on: id) } == .tooManyRequests)
            try await server.act(tina, .message, on: id)
            server.clock.advance(by: 60)
            try await server.act(sam, .message, on: id)
        }
    }
}
