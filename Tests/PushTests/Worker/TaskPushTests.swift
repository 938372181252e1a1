import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 11: pushes about assignments, their recipients and their time")
struct TaskPushTests {
    /// Shows rule 11.46.
    @Test("Each side is notified of the other's actions, with name, the task's title and the assignment to open")
    func kinds() async throws {
        try await Lesson.with { lesson in
            let (server, id) = (lesson.server, try await lesson.settled().id)
            _ = try await server.as(lesson.teacher).changeMe(AccountChange(givenName: .set("Tina")))
            _ = try await server.as(lesson.student).changeMe(AccountChange(givenName: .set("Sam")))
            var collapseIDs: Set<String> = []
            for (person, action, text) in [
                (lesson.student, .message, "Sam wrote to you about"), (lesson.teacher, .message, "Tina wrote to you about"),
                (lesson.student, .submit, "Sam handed in"), (lesson.teacher, .return, "Tina returned"),
                (lesson.teacher, .complete, "Tina is finished with"),
            ] as [(Person, EntryAction, String)] {
                try await lesson.act(person, action, on: id)
                try await lesson.evening.drain()
                #expect(lesson.apple.texts == ["The Saltarello: \(text) The Saltarello"])
                let push = try #require(lesson.apple.pushes.first)
                let other = person.id == lesson.teacher.id ? lesson.student : lesson.teacher
                #expect(push.request.deviceToken == PushFixture.device(other.username))
                #expect(push.payload.aps.threadID == id.uuidString.lowercased() && push.payload.davenport.userID == person.id)
                #expect(String(decoding: push.request.payload, as: UTF8.self).contains(#""assignmentID":"\#(id.uuidString.lowercased())""#))
                collapseIDs.insert(push.request.collapseID)
                lesson.apple.forget()
            }
            #expect(collapseIDs.count == 5)
        }
    }

    /// Shows rule 11.45.
    @Test("A notification that is no longer true when it is sent is cancelled", arguments: Change.allCases)
    func rechecked(change: Change) async throws {
        try await Lesson.with { lesson in
            let toni = try await lesson.server.person("toni", role: .teacher, birthday: "1980-05-17")
            try await lesson.evening.device(toni)
            let (task, id) = try await lesson.settled()
            _ = try await lesson.server.as(lesson.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let entry = try await lesson.act(change.isOfStudent ? lesson.student : lesson.teacher, change.action, on: id)
            // The change happens after the notification was written and before it is sent, when the server can't cancel
            // it.
            try await lesson.evening.change("UPDATE notifications SET state = 'sending' WHERE state = 'pending'")
            try await change.happen(lesson, toni, task, entry, id)
            try await lesson.evening.change("DELETE FROM notifications WHERE state = 'pending'")
            try await lesson.evening.drain()
            let notified = Set(lesson.apple.pushes.map(\.request.deviceToken))
            let all = change.isOfStudent ? ["tina", "toni"] : ["sam0"]
            #expect(notified == Set(all.filter { change.stillNotified.contains($0) }.map(PushFixture.device)), "\(change)")
            #expect(try await lesson.evening.count("notifications WHERE state IN ('pending', 'sending') OR lease_id IS NOT NULL") == 0)
        }
    }

    enum Change: CaseIterable {
        case nothing, nothingByTeacher, classOff, close, remove, leave, demote, suspend, block, muteKind, studentReads, teacherReads, delete
        case deleteByTeacher, takeBack, answer, submitAgain

        var isOfStudent: Bool {
            switch self {
            case .nothingByTeacher, .studentReads, .deleteByTeacher: false
            default: true
            }
        }

        var action: EntryAction {
            switch self {
            case .takeBack, .answer, .submitAgain: .submit
            default: .message
            }
        }

        /// The recipients who get a notification in spite of the change.
        var stillNotified: [String] {
            switch self {
            case .nothing, .nothingByTeacher, .submitAgain: ["tina", "toni", "sam0"]
            case .leave, .demote, .suspend, .block, .muteKind, .teacherReads: ["tina"]
            default: []
            }
        }

        func happen(_ lesson: Lesson, _ toni: Person, _ task: ClassTask, _ entry: Entry, _ id: UUID) async throws {
            let (server, tina) = (lesson.server, lesson.server.as(lesson.teacher))
            switch self {
            case .nothing, .nothingByTeacher: break
            case .classOff: try await server.operators.changeTenantFeatures(server.tenant, [.watch])
            case .close: _ = try await tina.changeTask(TaskChange(taskID: task.id, closed: true))
            case .remove: _ = try await tina.removeStudent(userID: lesson.student.id)
            case .leave: _ = try await server.as(toni).removeTeacher(taskID: task.id, userID: toni.id)
            case .demote: _ = try await server.operators.changeUser(server.tenant, email: toni.email, role: .member)
            case .suspend: _ = try await server.operators.changeUser(server.tenant, email: toni.email, suspended: true)
            case .block: try await server.block(toni, lesson.student)
            case .muteKind:
                _ = try await server.as(toni).changeNotificationPreferences(NewNotificationPreferences(muted: [.taskMessage]))
            case .studentReads: _ = try await server.as(lesson.student).markEntriesRead(assignmentID: id, entryID: entry.id)
            case .teacherReads: _ = try await server.as(toni).markEntriesRead(assignmentID: id, entryID: entry.id)
            case .delete: _ = try await server.as(lesson.student).deleteEntry(assignmentID: id, entryID: entry.id)
            case .deleteByTeacher: _ = try await tina.deleteEntry(assignmentID: id, entryID: entry.id)
            case .takeBack: try await lesson.act(lesson.student, .takeBack, on: id)
            case .answer: try await lesson.act(lesson.teacher, .return, on: id)
            case .submitAgain:
                try await lesson.act(lesson.student, .takeBack, on: id)
                try await lesson.act(lesson.student, .submit, on: id)
            }
        }
    }

    /// Shows rule 11.42.
    @Test("A message written while the previous one's notification is being sent is counted with it, read or unread")
    func joined() async throws {
        try await Lesson.with { lesson in
            let id = try await lesson.settled().id
            let first = try await lesson.act(lesson.teacher, .message, on: id)
            lesson.apple.answer(503, "Shutdown")
            try await lesson.evening.drain()
            try await lesson.act(lesson.teacher, .message, on: id)
            _ = try await lesson.server.as(lesson.student).markEntriesRead(assignmentID: id, entryID: first.id)
            lesson.apple.forget()
            lesson.apple.answer(200)
            lesson.server.clock.advance(by: 66)
            #expect(try await lesson.pushed() == ["The Saltarello: tina wrote to you about The Saltarello"])
        }
    }

    /// Shows rule 9.9.
    @Test("The badge counts rooms and active assignments that need attention, in enabled features, when the push is sent")
    func badge() async throws {
        try await Lesson.with(students: 2, features: [.watch, .class]) { lesson in
            let (server, tina) = (lesson.server, lesson.server.as(lesson.teacher))
            let other = try await lesson.task()
            let task = try await lesson.task()
            _ = try await lesson.task(opensAt: server.clock.now + 86_400)
            let (ids, others) = (try await lesson.assignments(of: task).map(\.id), try await lesson.assignments(of: other).map(\.id))
            try await server.befriend(lesson.student, lesson.teacher)
            for episode in 1...3 { _ = try await server.room(lesson.teacher, with: [lesson.student], episode: episode) }
            try await lesson.evening.settle()
            let badge = { (person: Person, id: UUID) in
                try await lesson.act(person, .message, on: id)
                try await lesson.evening.drain()
                defer { lesson.apple.forget() }
                server.clock.advance(by: 600)
                return lesson.apple.pushes.map(\.payload.aps.badge)
            }
            #expect(try await badge(lesson.teacher, ids[0]) == [5], "two to work on, three to watch")
            #expect(try await badge(lesson.student, ids[0]) == [4], "one to read, three to watch")
            try await lesson.act(lesson.students[1], .submit, on: others[1])
            try await lesson.evening.settle()
            #expect(try await badge(lesson.student, ids[0]) == [5], "and one to review")
            try await server.operators.changeTenantFeatures(server.tenant, [.class])
            #expect(try await badge(lesson.student, ids[0]) == [2], "rooms are off")
            try await server.operators.changeTenantFeatures(server.tenant, [.watch, .class])
            _ = try await tina.changeTask(TaskChange(taskID: other.id, closed: true))
            #expect(try await badge(lesson.student, ids[0]) == [5], "closed, there is nothing to review, but to read for seven days")
            server.clock.advance(by: 7 * 86_400)
            try await lesson.evening.settle()
            #expect(try await badge(lesson.student, ids[0]) == [4])
            #expect(try await badge(lesson.teacher, ids[0]) == [5], "one to work on, another has opened, three to watch")
        }
    }

    /// Shows rule 11.46.
    @Test("No push contains a point, a word of a grade or a message")
    func silent() async throws {
        try await Lesson.with { lesson in
            let tina = lesson.server.as(lesson.teacher)
            let (pointed, worded) = (try await lesson.task(maxPoints: 99), try await lesson.task())
            for task in [pointed, worded] {
                _ = try await tina.changeTask(TaskChange(taskID: task.id, description: .set("canary"), tags: .set(["canary"])))
                try await lesson.move(task, to: lesson.server.clock.now + 3600)
                let (id, points): (UUID, Hundredths?) = (
                    try await lesson.assignments(of: task)[0].id, task.maxPoints.map { _ in Hundredths(count: 7331) }
                )
                let draft = NewDraft(assignmentID: id, version: 0, points: points, word: points == nil ? "canary" : nil, text: "canary")
                _ = try await tina.setDraft(draft)
                try await lesson.evening.drain()
                for (person, action) in [
                    (lesson.student, .message), (lesson.teacher, .message), (lesson.student, .submit), (lesson.teacher, .return),
                    (lesson.teacher, .evaluate), (lesson.teacher, .complete), (lesson.teacher, .evaluate), (lesson.teacher, .reopen),
                    (lesson.teacher, .excuse),
                ] as [(Person, EntryAction)] {
                    let evaluates = [EntryAction.return, .complete, .evaluate].contains(action)
                    try await lesson.act(
                        person, action, on: id, text: "canary", points: evaluates ? points : nil,
                        word: evaluates && points == nil ? "canary" : nil)
                    try await lesson.evening.drain()
                    lesson.server.clock.advance(by: 600)
                }
            }
            #expect(Set(lesson.apple.pushes.map(\.payload.davenport.kind)).count == 6, "every kind was pushed")
            for push in lesson.apple.pushes {
                let payload = String(decoding: push.request.payload, as: UTF8.self).replacing(/[0-9a-f-]{36}/, with: "")
                for secret in ["canary", "73.31", "7331"] { #expect(!payload.contains(secret), "\(payload)") }
            }
        }
    }
}
