import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: which notifications assignments write to the outbox")
struct ClassNoticeTests {
    /// Shows rules 11.41 and 11.47.
    @Test("A student is notified when the task opens, or at once; a new opening time moves it, and a withdrawn task cancels it")
    func assigned() async throws {
        try await Classroom.with(students: 3) { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let now = server.clock.now
            _ = try await room.task(for: [room.student])
            #expect(try await server.pending() == ["task.assigned tina>sam0 at 0"])
            try await server.forgetNotices()
            let later = try await room.task(opensAt: now + 3600, for: [room.student, room.students[1]])
            let (one, two) = ("task.assigned tina>sam0 at", "task.assigned tina>sam1 at")
            #expect(try await server.pending() == ["\(one) 3600", "\(two) 3600"])
            _ = try await tina.withdrawAssignment(taskID: later.id, userID: room.students[1].id)
            #expect(try await server.pending() == ["\(one) 3600"], "a withdrawn assignment's notification is deleted")
            _ = try await tina.changeTask(TaskChange(taskID: later.id, opensAt: .set(now + 7200)))
            _ = try await tina.assignTask(taskID: later.id, studentIDs: room.students.map(\.id))
            #expect(try await server.pending() == ["\(one) 7200", "\(two) 7200", "task.assigned tina>sam2 at 7200"])
            _ = try await tina.changeTask(TaskChange(taskID: later.id, opensAt: .clear))
            #expect(try await server.pending() == ["\(one) 0", "\(two) 0", "task.assigned tina>sam2 at 0"])
            _ = try await tina.deleteTask(taskID: later.id)
            #expect(try await server.pending() == [])
        }
    }

    /// Shows rule 11.42.
    @Test("One actor causes one notification per assignment in 10 minutes, and an unsent one also covers later entries")
    func once() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task()
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let (id, other) = (try await room.assignment(of: task).id, try await room.assignment(of: task, for: room.students[1]).id)
            try await server.forgetNotices()
            for _ in 0..<3 { try await server.act(room.student, .message, on: id) }
            let both = ["task.message sam0>tina 1-3", "task.message sam0>toni 1-3"]
            #expect(try await server.pending() == both)
            try await server.rows("UPDATE notifications SET state = 'sending'")
            try await server.act(room.student, .message, on: id)
            #expect(try await server.pending() == ["task.message sam0>tina 1-4", "task.message sam0>toni 1-4"], "it is on its way")
            try await server.rows("UPDATE notifications SET state = 'sent'")
            server.clock.advance(by: 599.999)
            try await server.act(room.student, .message, on: id)
            #expect(try await server.pending() == [], "one was sent less than 10 minutes ago")
            try await server.act(room.students[1], .message, on: other)
            for teacher in [room.teacher, toni] { try await server.act(teacher, .message, on: id) }
            #expect(
                try await server.pending() == [
                    "task.message sam1>tina 1-1", "task.message sam1>toni 1-1", "task.message tina>sam0 6-6", "task.message toni>sam0 7-7",
                ], "of another, and by another")
            try await server.rows("UPDATE notifications SET state = 'sent'")
            try await server.act(room.student, .submit, on: id)
            #expect(try await server.pending() == ["task.submitted sam0>tina 8-8", "task.submitted sam0>toni 8-8"], "another kind")
            server.clock.advance(by: 0.001)
            try await server.act(room.student, .message, on: id)
            #expect(try await server.pending().contains("task.message sam0>tina 9-9"))
        }
    }

    /// Shows rule 11.42.
    @Test("A message written while a worker sends the notification of an earlier one causes a new notification")
    func meanwhile() async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            try await server.forgetNotices()
            try await server.act(room.student, .message, on: id)
            server.clock.advance(by: 600)
            let said = try await server.database.owner.transaction { worker in
                try await worker.query("UPDATE notifications SET state = 'sent' WHERE state = 'pending'")
                let said = Task { _ = try await server.act(room.student, .message, on: id) }
                try await eventually("who says it waits for the worker") {
                    try await !server.rows("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
                        .isEmpty
                }
                return said
            }
            try await said.value
            #expect(try await server.pending() == ["task.message sam0>tina 2-2"])
        }
    }

    /// Shows rule 11.42.
    @Test("Taking an attempt back cancels its unsent notification, and a sent one isn't repeated within 10 minutes")
    func takenBack() async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            try await server.forgetNotices()
            try await server.act(room.student, .submit, on: id)
            try await server.act(room.student, .takeBack, on: id)
            #expect(try await server.pending() == [])
            #expect(try await server.rows("SELECT FROM notifications WHERE state = 'cancelled'").count == 1)
            try await server.act(room.student, .submit, on: id)
            #expect(try await server.pending() == ["task.submitted sam0>tina 3-3"])
            try await server.rows("UPDATE notifications SET state = 'sent' WHERE state = 'pending'")
            try await server.act(room.student, .takeBack, on: id)
            try await server.act(room.student, .submit, on: id)
            #expect(try await server.pending() == [])
        }
    }

    /// Shows rule 11.43.
    @Test("A reminder is due 24 hours before the due time, to the second, if students first see the task by then")
    func reminded() async throws {
        try await Classroom.with { room in
            let (server, day) = (room.server, 86_400.0)
            let now = server.clock.now
            for (dueAt, opensAt, due) in [
                (2 * day, nil, day), (day, nil, 0), (day - 60, nil, nil), (-60, nil, nil), (3 * day, 2 * day, 2 * day),
                (3 * day, 2 * day + 60, nil), (nil, nil, nil),
            ] as [(Double?, Double?, Double?)] {
                try await server.forgetNotices()
                _ = try await room.task(opensAt: opensAt.map { now + $0 }, dueAt: dueAt.map { now + $0 })
                #expect(
                    try await server.pending(.taskDue) == due.map { ["task.due >sam0 of \(Int(dueAt ?? 0)) at \(Int($0))"] } ?? [],
                    "due \(String(describing: dueAt)), open \(String(describing: opensAt))")
            }
        }
    }

    /// Shows rule 11.44.
    @Test("Moving the due time moves its reminder: one per due time, and a reminder that was sent is never repeated")
    func moved() async throws {
        try await Classroom.with { room in
            let (server, tina, day) = (room.server, room.server.as(room.teacher), 86_400.0)
            let began = server.clock.now
            let task = try await room.task(dueAt: began + 3 * day)
            let id = try await room.assignment(of: task).id
            try await server.forgetNotices(but: .taskDue)
            let isScheduled = { (days: Double) in
                try await server.pending(.taskDue, since: began) == ["task.due >sam0 of \(Int(days * day)) at \(Int((days - 1) * day))"]
            }
            let time = { (days: Double?) -> Patch<Date> in days.map { .set(began + $0 * day) } ?? .clear }
            let move = { (days: Double?) in _ = try await tina.changeTask(TaskChange(taskID: task.id, dueAt: time(days))) }
            let extend = { (days: Double?) in _ = try await server.act(room.teacher, .extend, on: id, extendedTo: time(days)) }
            #expect(try await isScheduled(3))
            try await move(5)
            #expect(try await isScheduled(5))
            try await move(3)
            #expect(try await isScheduled(3), "back again")
            try await extend(4)
            #expect(try await isScheduled(4))
            try await move(3.5)
            #expect(try await isScheduled(4), "its own is later")
            try await extend(nil)
            #expect(try await isScheduled(3.5))
            try await move(nil)
            #expect(try await server.pending(.taskDue) == [])
            try await move(3)
            #expect(try await isScheduled(3))
            server.clock.advance(by: 2 * day)
            try await server.rows("UPDATE notifications SET state = 'sent' WHERE state = 'pending'")
            for days in [5, 3, 5.0] { try await move(days) }
            #expect(try await isScheduled(5), "moved after the reminder was sent: a second one, and none twice")
            try await move(3)
            #expect(try await server.pending(.taskDue) == [])
            server.clock.advance(by: 0.5 * day)
            try await extend(3.25)
            let near = "task.due >sam0 of \(Int(3.25 * day)) at \(Int(2.5 * day))"
            #expect(try await server.pending(.taskDue, since: began) == [near], "less than 24 hours are left: at once")
            try await extend(3.25)
            _ = try await tina.changeTask(TaskChange(taskID: task.id, title: "another title"))
            #expect(try await server.pending(.taskDue, since: began) == [near], "nothing was moved")
            try await extend(nil)
            try await move(1.9)
            #expect(try await server.pending(.taskDue) == [], "it is past")
        }
    }

    /// Shows rule 11.44.
    @Test("A new opening time moves the reminder by the time left then, and no new due time adds one to an unopened task")
    func opening() async throws {
        try await Classroom.with { room in
            let (server, tina, day) = (room.server, room.server.as(room.teacher), 86_400.0)
            let now = server.clock.now
            let task = try await room.task(opensAt: now + day, dueAt: now + 3 * day)
            let change = { (opensAt: Double?, dueAt: Double) in
                let opening: Patch<Date> = opensAt.map { .set(now + $0 * day) } ?? .clear
                _ = try await tina.changeTask(TaskChange(taskID: task.id, opensAt: opening, dueAt: .set(now + dueAt * day)))
                return try await server.pending(.taskDue)
            }
            let two = ["task.due >sam0 of \(Int(3 * day)) at \(Int(2 * day))"]
            #expect(try await change(2.5, 3) == [])
            #expect(try await change(2, 3) == two)
            #expect(try await change(2, 2.5) == [])
            #expect(try await change(nil, 0.5) == [], "it opens now, with half a day left")
            #expect(try await change(nil, 0.75) == ["task.due >sam0 of \(Int(0.75 * day)) at 0"], "it is open, and moved")
        }
    }

    /// Shows rule 11.47.
    @Test("Deleting a teacher deletes their notifications; a pending one of an opening task then comes from the new host")
    func deleted() async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task(opensAt: server.clock.now + 3600, dueAt: server.clock.now + 3 * 86_400)
            let id = try await room.assignment(of: task).id
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            try await server.act(room.teacher, .message, on: id)
            _ = try await server.delete(room.teacher)
            #expect(try await server.pending() == ["task.assigned toni>sam0 at 3600", "task.due >sam0 of 259200 at 172800"])
            _ = try await server.delete(room.student)
            #expect(try await server.rows("SELECT FROM notifications WHERE kind LIKE 'task.%'").isEmpty)
        }
    }

    /// Shows rule 11.45.
    @Test("No notification is written between two users when one blocks the other")
    func blocked() async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task()
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let id = try await room.assignment(of: task).id
            try await server.forgetNotices()
            try await server.block(room.student, toni)
            for person in [room.student, toni] { try await server.act(person, .message, on: id) }
            #expect(try await server.pending() == ["task.message sam0>tina 1-1"])
        }
    }

    /// Shows rule 11.45.
    @Test("A user can mute every kind that both assignments and the outbox know")
    func muted() async throws {
        try await Classroom.with { room in
            let kinds: [NotificationKind] = [.taskAssigned, .taskMessage, .taskSubmitted, .taskReturned, .taskDone, .taskDue]
            let sam = room.server.as(room.student)
            let changed = try await sam.changeNotificationPreferences(NewNotificationPreferences(muted: kinds))
            #expect(changed.muted == kinds)
        }
    }
}

extension TestServer {
    /// Returns the pending notifications about assignments in order: kind, actor and recipient, then the range of entries
    /// or the due time, and when each is due, in seconds from `began`.
    func pending(_ kind: NotificationKind? = nil, since began: Date? = nil) async throws -> [String] {
        let rows = try await rows(
            """
            SELECT concat_ws(' ', n.kind, coalesce(a.username, '') || '>' || r.username, n.first_number || '-' || n.last_number,
                'of ' || extract(epoch FROM n.event_at - \(began ?? clock.now)::timestamptz)::int,
                CASE WHEN n.first_number IS NULL THEN 'at ' || extract(epoch FROM n.due_at - \(began ?? clock.now)::timestamptz)::int END) AS text
            FROM notifications AS n JOIN users AS r ON r.id = n.recipient_id LEFT JOIN users AS a ON a.id = n.actor_id
            WHERE n.state IN ('pending', 'sending') AND n.kind LIKE 'task.%' AND n.kind = coalesce(\(kind?.rawValue), n.kind) ORDER BY text
            """)
        return try rows.map { try $0["text"] }
    }

    /// Deletes all notifications about assignments.
    /// - Parameter kind: a kind that is kept.
    func forgetNotices(but kind: NotificationKind? = nil) async throws {
        try await rows("DELETE FROM notifications WHERE kind LIKE 'task.%' AND kind <> coalesce(\(kind?.rawValue), '')")
    }
}
