import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: what is written to the outbox of assignments")
struct ClassNoticeTests {
    /// Shows rules 11.41 and 11.47.
    @Test("Who gets a task is told when it opens, else at once; when it opens at another time, then; withdrawn before, never")
    func assigned() async throws {
        try await Classroom.with(students: 3) { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let now = server.clock.now
            _ = try await room.task(for: [room.student])
            #expect(try await server.told() == ["task.assigned tina>sam0 at 0"])
            try await server.forgetNotices()
            let later = try await room.task(opensAt: now + 3600, for: [room.student, room.students[1]])
            let (one, two) = ("task.assigned tina>sam0 at", "task.assigned tina>sam1 at")
            #expect(try await server.told() == ["\(one) 3600", "\(two) 3600"])
            _ = try await tina.withdrawAssignment(taskID: later.id, userID: room.students[1].id)
            #expect(try await server.told() == ["\(one) 3600"], "what is gone takes along what would be told of it")
            _ = try await tina.changeTask(TaskChange(taskID: later.id, opensAt: .set(now + 7200)))
            _ = try await tina.assignTask(taskID: later.id, studentIDs: room.students.map(\.id))
            #expect(try await server.told() == ["\(one) 7200", "\(two) 7200", "task.assigned tina>sam2 at 7200"])
            _ = try await tina.changeTask(TaskChange(taskID: later.id, opensAt: .clear))
            #expect(try await server.told() == ["\(one) 0", "\(two) 0", "task.assigned tina>sam2 at 0"])
            _ = try await tina.deleteTask(taskID: later.id)
            #expect(try await server.told() == [])
        }
    }

    /// Shows rule 11.42.
    @Test("The same is told once in 10 minutes by one person of one assignment; what is unsent tells of what follows it too")
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
            #expect(try await server.told() == both)
            try await server.rows("UPDATE notifications SET state = 'sending'")
            try await server.act(room.student, .message, on: id)
            #expect(try await server.told() == ["task.message sam0>tina 1-4", "task.message sam0>toni 1-4"], "it is on its way")
            try await server.rows("UPDATE notifications SET state = 'sent'")
            server.clock.advance(by: 599.999)
            try await server.act(room.student, .message, on: id)
            #expect(try await server.told() == [], "it was told less than 10 minutes ago")
            try await server.act(room.students[1], .message, on: other)
            for teacher in [room.teacher, toni] { try await server.act(teacher, .message, on: id) }
            #expect(
                try await server.told() == [
                    "task.message sam1>tina 1-1", "task.message sam1>toni 1-1", "task.message tina>sam0 6-6", "task.message toni>sam0 7-7",
                ], "of another, and by another")
            try await server.rows("UPDATE notifications SET state = 'sent'")
            try await server.act(room.student, .submit, on: id)
            #expect(try await server.told() == ["task.submitted sam0>tina 8-8", "task.submitted sam0>toni 8-8"], "another kind")
            server.clock.advance(by: 0.001)
            try await server.act(room.student, .message, on: id)
            #expect(try await server.told().contains("task.message sam0>tina 9-9"))
        }
    }

    /// Shows rule 11.42.
    @Test("What is said at the moment at which a worker has sent what was said before is told anew")
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
            #expect(try await server.told() == ["task.message sam0>tina 2-2"])
        }
    }

    /// Shows rule 11.42.
    @Test("Taking back cancels what is unsent of the attempt; what was sent is not told again within 10 minutes")
    func takenBack() async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            try await server.forgetNotices()
            try await server.act(room.student, .submit, on: id)
            try await server.act(room.student, .takeBack, on: id)
            #expect(try await server.told() == [])
            #expect(try await server.rows("SELECT FROM notifications WHERE state = 'cancelled'").count == 1)
            try await server.act(room.student, .submit, on: id)
            #expect(try await server.told() == ["task.submitted sam0>tina 3-3"])
            try await server.rows("UPDATE notifications SET state = 'sent' WHERE state = 'pending'")
            try await server.act(room.student, .takeBack, on: id)
            try await server.act(room.student, .submit, on: id)
            #expect(try await server.told() == [])
        }
    }

    /// Shows rule 11.43.
    @Test("A reminder is due 24 hours before, where that is left when students first see it, to the second")
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
                    try await server.told(.taskDue) == due.map { ["task.due >sam0 of \(Int(dueAt ?? 0)) at \(Int($0))"] } ?? [],
                    "due \(String(describing: dueAt)), open \(String(describing: opensAt))")
            }
        }
    }

    /// Shows rule 11.44.
    @Test("A due time that moves takes its reminder along: one for each time, and what was told of one is never told again")
    func moved() async throws {
        try await Classroom.with { room in
            let (server, tina, day) = (room.server, room.server.as(room.teacher), 86_400.0)
            let began = server.clock.now
            let task = try await room.task(dueAt: began + 3 * day)
            let id = try await room.assignment(of: task).id
            try await server.forgetNotices(but: .taskDue)
            let told = { (days: Double) in
                try await server.told(.taskDue, since: began) == ["task.due >sam0 of \(Int(days * day)) at \(Int((days - 1) * day))"]
            }
            let time = { (days: Double?) -> Patch<Date> in days.map { .set(began + $0 * day) } ?? .clear }
            let move = { (days: Double?) in _ = try await tina.changeTask(TaskChange(taskID: task.id, dueAt: time(days))) }
            let extend = { (days: Double?) in _ = try await server.act(room.teacher, .extend, on: id, extendedTo: time(days)) }
            #expect(try await told(3))
            try await move(5)
            #expect(try await told(5))
            try await move(3)
            #expect(try await told(3), "back again")
            try await extend(4)
            #expect(try await told(4))
            try await move(3.5)
            #expect(try await told(4), "its own is later")
            try await extend(nil)
            #expect(try await told(3.5))
            try await move(nil)
            #expect(try await server.told(.taskDue) == [])
            try await move(3)
            #expect(try await told(3))
            server.clock.advance(by: 2 * day)
            try await server.rows("UPDATE notifications SET state = 'sent' WHERE state = 'pending'")
            for days in [5, 3, 5.0] { try await move(days) }
            #expect(try await told(5), "moved after it was told: a second one, and none twice")
            try await move(3)
            #expect(try await server.told(.taskDue) == [])
            server.clock.advance(by: 0.5 * day)
            try await extend(3.25)
            let near = "task.due >sam0 of \(Int(3.25 * day)) at \(Int(2.5 * day))"
            #expect(try await server.told(.taskDue, since: began) == [near], "less than 24 hours are left: at once")
            try await extend(3.25)
            _ = try await tina.changeTask(TaskChange(taskID: task.id, title: "another title"))
            #expect(try await server.told(.taskDue, since: began) == [near], "nothing was moved")
            try await extend(nil)
            try await move(1.9)
            #expect(try await server.told(.taskDue) == [], "it is past")
        }
    }

    /// Shows rule 11.44.
    @Test("What opens at another time is reminded of by what is left then, and what isn't open by no change of its due time")
    func opening() async throws {
        try await Classroom.with { room in
            let (server, tina, day) = (room.server, room.server.as(room.teacher), 86_400.0)
            let now = server.clock.now
            let task = try await room.task(opensAt: now + day, dueAt: now + 3 * day)
            let change = { (opensAt: Double?, dueAt: Double) in
                let opening: Patch<Date> = opensAt.map { .set(now + $0 * day) } ?? .clear
                _ = try await tina.changeTask(TaskChange(taskID: task.id, opensAt: opening, dueAt: .set(now + dueAt * day)))
                return try await server.told(.taskDue)
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
    @Test("Who is deleted takes along what they did; what somebody else shall be told at opening comes from the new host")
    func deleted() async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task(opensAt: server.clock.now + 3600, dueAt: server.clock.now + 3 * 86_400)
            let id = try await room.assignment(of: task).id
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            try await server.act(room.teacher, .message, on: id)
            _ = try await server.delete(room.teacher)
            #expect(try await server.told() == ["task.assigned toni>sam0 at 3600", "task.due >sam0 of 259200 at 172800"])
            _ = try await server.delete(room.student)
            #expect(try await server.rows("SELECT FROM notifications WHERE kind LIKE 'task.%'").isEmpty)
        }
    }

    /// Shows rule 11.45.
    @Test("No notification goes between two of whom one blocks the other")
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
            #expect(try await server.told() == ["task.message sam0>tina 1-1"])
        }
    }

    /// Shows rule 11.45.
    @Test("Of what assignments and the outbox hold together, everybody mutes what they like")
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
    /// What waits to be told of assignments, in order: kind, who caused it, who is told; of which entries, or of which time, and when, in
    /// seconds from a moment.
    func told(_ kind: NotificationKind? = nil, since began: Date? = nil) async throws -> [String] {
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

    /// As if nothing had ever been told of assignments. - Parameter kind: but this.
    func forgetNotices(but kind: NotificationKind? = nil) async throws {
        try await rows("DELETE FROM notifications WHERE kind LIKE 'task.%' AND kind <> coalesce(\(kind?.rawValue), '')")
    }
}
