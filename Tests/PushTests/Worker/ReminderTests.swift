import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 11: reminders of due assignments", .generousTimeLimit)
struct ReminderTests {
    private static let day: TimeInterval = 86_400

    /// Shows rule 11.43.
    @Test(
        "Of 30 students 12 have submitted, 3 are excused, 1 is suspended: 5 workers, each killed twice, show 14 reminders once each"
    )
    func everybody() async throws {
        // The workers use the machine's clock. By that clock the reminders are already due.
        let now = Date(timeIntervalSince1970: (WallClock.system.now.timeIntervalSince1970 / 60).rounded(.down) * 60)
        try await Lesson.with(students: 30, at: now - 3600) { lesson in
            let task = try await lesson.task(dueAt: now - 1800 + Self.day)
            let assignments = try await lesson.assignments(of: task)
            for (index, assignment) in assignments.prefix(15).enumerated() {
                let student = try #require(lesson.students.first { $0.id == assignment.student.id })
                if index < 12 {
                    try await lesson.act(student, .submit, on: assignment.id)
                } else {
                    try await lesson.act(lesson.teacher, .excuse, on: assignment.id)
                }
            }
            let suspended = try #require(lesson.students.first { $0.id == assignments[15].student.id })
            _ = try await lesson.server.operators.changeUser(lesson.server.tenant, email: suspended.email, suspended: true)
            try await lesson.evening.settle()
            let awaited = Set(assignments.suffix(14).map { PushFixture.device($0.student.username) })
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                let worker = { try WorkerProcess(lesson.server.database.workerURI, lesson.evening.masterText, apple) }
                let stages: [(delay: String, isReached: @Sendable () async throws -> Bool)] = [
                    ("2", { try await lesson.evening.count("push_deliveries WHERE lease_id IS NOT NULL") > 0 }),
                    ("0.1", { try apple.ledgerCount() > 0 }),
                ]
                for stage in stages {
                    try await apple.control(#"{"rule": {"action": "answer", "delay": \#(stage.delay)}}"#)
                    let workers = try (0..<5).map { _ in try worker() }
                    try await eventually("something is on its way") { try await stage.isReached() }
                    for worker in workers { worker.kill() }
                    try await lesson.evening.expireLeases()
                }
                while try await lesson.evening.count("notifications WHERE kind = 'task.due' AND state IN ('pending', 'sending')") > 0 {
                    try await lesson.evening.expireLeases()
                    try #require(try await worker().end() == 0)
                }
                let shown = try apple.ledger().filter { $0.status == 200 }
                #expect(Set(shown.map(\.device)) == awaited)
                for device in awaited {
                    let ids = shown.filter { $0.device == device }.map { [$0.id, $0.collapseID] }
                    #expect(Set(ids).count == 1, "what came twice shows once")
                }
                #expect(try await lesson.evening.count("notifications WHERE kind = 'task.due' AND state = 'sent'") == 14)
                #expect(try await lesson.evening.count("notifications WHERE kind = 'task.due' AND state = 'cancelled'") == 16)
            }
        }
    }

    /// Shows rule 11.44.
    @Test("A due time moved by two days after the reminder causes a second one 24 hours before it; moving back and forth, none twice")
    func moved() async throws {
        try await Lesson.with { lesson in
            let due = lesson.server.clock.now + 3 * Self.day
            let (task, _) = try await lesson.settled(dueAt: due)
            lesson.server.clock.advance(by: 2 * Self.day - 0.001)
            #expect(try await lesson.pushed() == [])
            lesson.server.clock.advance(by: 0.001)
            #expect(try await lesson.pushed() == ["The Saltarello: The Saltarello is due soon"])
            for time in [due + 2 * Self.day, due, due + 2 * Self.day] {
                try await lesson.move(task, to: time)
                #expect(try await lesson.pushed() == [])
            }
            lesson.server.clock.advance(by: 2 * Self.day - 0.001)
            #expect(try await lesson.pushed() == [])
            lesson.server.clock.advance(by: 0.001)
            #expect(try await lesson.pushed() == ["The Saltarello: The Saltarello is due soon"])
            try await lesson.move(task, to: due + 1.5 * Self.day)
            #expect(try await lesson.pushed().count == 1, "less than 24 hours are left: at once")
            for time in [due + 2 * Self.day, due + 1.5 * Self.day] { try await lesson.move(task, to: time) }
            lesson.server.clock.advance(by: Self.day)
            #expect(try await lesson.pushed() == [])
        }
    }

    /// Shows rule 11.45.
    @Test("A submitted, moved or past assignment causes no reminder, even if a worker has already claimed it")
    func overtaken() async throws {
        try await Lesson.with(students: 3) { lesson in
            let (evening, due) = (lesson.evening, lesson.server.clock.now + 3 * Self.day)
            let (task, _) = try await lesson.settled(dueAt: due)
            let ids = try await lesson.assignments(of: task).map(\.id)
            lesson.server.clock.advance(by: 2 * Self.day)
            // Simulates a worker that has already claimed the reminders, any number of times.
            let inHand = {
                try await evening.change("DELETE FROM notifications WHERE kind <> 'task.due' OR event_at <> \(due)")
                try await evening.change("DELETE FROM push_deliveries")
                try await evening.change(
                    "UPDATE notifications SET state = 'sending', fanned_out_by = NULL, due_at = \(due - 1), expires_at = \(due + Self.day)")
            }
            let reminded = {
                try await inHand()
                lesson.server.clock.advance(by: 0.001)
                try await evening.drain()
                defer { lesson.apple.forget() }
                return Set(lesson.apple.pushes.map(\.request.deviceToken))
            }
            let devices = lesson.students.map { PushFixture.device($0.username) }
            lesson.server.clock.advance(by: Self.day - 1)
            #expect(try await reminded() == Set(devices))
            try await lesson.act(lesson.student, .submit, on: ids[0])
            try await lesson.act(lesson.teacher, .extend, on: ids[1], extendedTo: .set(due + Self.day))
            #expect(try await reminded() == [devices[2]])
            try await lesson.act(lesson.student, .takeBack, on: ids[0])
            try await lesson.act(lesson.teacher, .extend, on: ids[1], extendedTo: .clear)
            #expect(try await reminded() == Set(devices))
            lesson.server.clock.advance(by: (due + 59.998).timeIntervalSince(lesson.server.clock.now))
            #expect(try await reminded() == Set(devices))
            #expect(try await reminded() == [], "the due minute is over")
        }
    }

    /// Shows rule 11.48.
    @Test(
        "Notifications of a closed task or a removed student are sent once after reopening, if they are still true",
        arguments: [false, true])
    func reopened(removes: Bool) async throws {
        try await Lesson.with { lesson in
            let (tina, began) = (lesson.server.as(lesson.teacher), lesson.server.clock.now)
            let task = try await lesson.task(opensAt: began + 3600, dueAt: began + 3 * Self.day)
            let id = try await lesson.assignments(of: task)[0].id
            let close = { (closed: Bool) in
                switch (removes, closed) {
                case (false, _): _ = try await tina.changeTask(TaskChange(taskID: task.id, closed: closed))
                case (true, true): _ = try await tina.removeStudent(userID: lesson.student.id)
                case (true, false): _ = try await tina.addStudent(userID: lesson.student.id)
                }
            }
            let at = { (moment: TimeInterval) in
                lesson.server.clock.advance(by: (began + moment).timeIntervalSince(lesson.server.clock.now))
            }
            try await close(true)
            at(3600)
            #expect(try await lesson.pushed() == [])
            try await close(false)
            #expect(try await lesson.pushed() == ["The Saltarello: tina gave you The Saltarello"])
            try await close(true)
            at(2 * Self.day + 60)
            #expect(try await lesson.pushed() == [])
            try await close(false)
            #expect(try await lesson.pushed() == ["The Saltarello: The Saltarello is due soon"])
            for closed in [true, false] { try await close(closed) }
            #expect(try await lesson.pushed() == [], "both were sent")
            // This notification is about another task, which is over when it reopens.
            try await lesson.move(task, to: began + 5 * Self.day)
            try await close(true)
            at(4 * Self.day + 60)
            #expect(try await lesson.pushed() == [])
            at(5 * Self.day + 60)
            try await close(false)
            #expect(try await lesson.pushed() == [])
            #expect(try await lesson.server.as(lesson.student).showAssignment(assignmentID: id).missing)
        }
    }
}
