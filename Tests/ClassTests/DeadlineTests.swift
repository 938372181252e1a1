import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: deadlines, to the millisecond")
struct DeadlineTests {
    private static let due = "2026-03-02T18:00:31Z".date

    /// Shows rules 11.24 and 11.27.
    @Test("The due minute counts: 18:00:59.999 is on time, 18:01 is late", arguments: [("18:00:59.999", false), ("18:01:00.000", true)])
    func late(time: String, isLate: Bool) async throws {
        try await Classroom.with(students: 2) { room in
            let (server, id) = try await room.due(Self.due)
            #expect(try await server.assignment(id, seenBy: room.student).dueAt == "2026-03-02T18:00:00Z".date)
            server.at("2026-03-02T\(time)Z")
            let missing = try await server.assignment(id, seenBy: room.student)
            #expect(missing.missing == isLate && !missing.late)
            let made = try await server.act(room.student, .submit, on: id).assignment
            #expect(made.late == isLate && !made.missing && made.submittedAt == server.clock.now)
            let counts = try await server.as(room.teacher).showTask(taskID: made.task.id).counts
            #expect(counts.late == (isLate ? 1 : 0) && counts.missing == (isLate ? 1 : 0) && counts.submitted == 1 && counts.todo == 1)
        }
    }

    /// Shows rule 11.27.
    @Test("Excused work is neither late nor missing, and has its former state again once it is reopened")
    func excused() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, id) = try await room.due(Self.due)
            let other = try await server.as(room.students[1]).listAssignments(AssignmentQuery()).items[0].id
            server.at("2026-03-02T18:01:00Z")
            #expect(try await server.act(room.student, .submit, on: id).assignment.late)
            for assignment in [id, other] {
                let excused = try await server.act(room.teacher, .excuse, on: assignment).assignment
                #expect(!excused.late && !excused.missing)
            }
            #expect(try await server.act(room.teacher, .reopen, on: id).assignment.late)
            #expect(try await server.act(room.teacher, .reopen, on: other).assignment.missing)
        }
    }

    /// Shows rules 11.15, 11.24 and 11.28.
    @Test("After the minute of the lock a first attempt is refused, and messages are accepted")
    func locked() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, id) = try await room.due(Self.due, locksAt: "2026-03-02T18:30:00Z".date)
            let task = try await server.assignment(id, seenBy: room.student).task.id
            let other = try await server.as(room.students[1]).listAssignments(AssignmentQuery()).items[0].id
            server.at("2026-03-02T18:30:59.999Z")
            #expect(try await server.act(room.students[1], .submit, on: other).assignment.late)
            server.at("2026-03-02T18:31:00Z")
            #expect(try await refusal { try await server.act(room.student, .submit, on: id) } == .locked)
            #expect(try await server.act(room.student, .message, on: id).assignment.state == .inProgress)
            #expect(try await refusal { try await server.act(room.students[1], .takeBack, on: other) } == .locked)
            _ = try await server.as(room.teacher).changeTask(TaskChange(taskID: task, locksAt: .set("2026-03-02T19:00:00Z".date)))
            #expect(try await server.act(room.student, .submit, on: id).assignment.state == .submitted)
        }
    }

    /// Shows rule 11.26.
    @Test("An extension moves the due time and the lock of one assignment, if it is later")
    func extended() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, id) = try await room.due(Self.due, locksAt: "2026-03-02T18:00:00Z".date)
            let made = try await server.act(room.teacher, .extend, on: id, extendedTo: .set("2026-03-02T20:00:00Z".date))
            #expect(made.entry.extendedTo == "2026-03-02T20:00:00Z".date && made.assignment.extendedTo == made.entry.extendedTo)
            #expect(made.assignment.dueAt == made.entry.extendedTo && made.assignment.locksAt == made.entry.extendedTo)
            #expect(made.assignment.task.dueAt == "2026-03-02T18:00:00Z".date && made.assignment.state == .todo)
            server.at("2026-03-02T20:00:59.999Z")
            #expect(try await !server.act(room.student, .submit, on: id).assignment.late)
            let other = try await server.as(room.students[1]).listAssignments(AssignmentQuery()).items[0].id
            #expect(try await refusal { try await server.act(room.students[1], .submit, on: other) } == .locked)
        }
    }

    /// Shows rules 11.26 and 11.28.
    @Test("An extension may lie in the past and waives lateness; it never makes a timely attempt late")
    func waived() async throws {
        try await Classroom.with { room in
            let (server, id) = try await room.due(Self.due)
            let tina = server.as(room.teacher)
            server.at("2026-03-02T18:30:00Z")
            let task = try await server.act(room.student, .submit, on: id).assignment.task.id
            let extend = { (date: Patch<Date>) in try await server.act(room.teacher, .extend, on: id, extendedTo: date) }
            server.at("2026-03-02T19:30:00Z")
            #expect(try await refusal { try await extend(.set("2026-03-02T18:00:59Z".date)) } == .invalid, "not later than dueAt")
            #expect(try await !extend(.set("2026-03-02T19:00:00Z".date)).assignment.late)
            for date in [Patch<Date>.clear, .set("2026-03-02T18:15:00Z".date)] {
                #expect(try await refusal { try await extend(date) } == .invalid)
            }
            #expect(try await !extend(.set("2026-03-02T18:30:00Z".date)).assignment.late)
            _ = try await tina.changeTask(TaskChange(taskID: task, dueAt: .set("2026-03-02T19:00:00Z".date)))
            #expect(try await extend(.clear).assignment.extendedTo == nil)
            for due in ["2026-03-02T18:00:00Z", "2026-03-02T18:29:00Z"] {
                #expect(try await refusal { try await tina.changeTask(TaskChange(taskID: task, dueAt: .set(due.date))) } == .invalid)
            }
            _ = try await tina.changeTask(TaskChange(taskID: task, dueAt: .set("2026-03-02T18:30:00Z".date)))
            _ = try await tina.changeTask(TaskChange(taskID: task, dueAt: .clear))
            #expect(try await refusal { try await tina.changeTask(TaskChange(taskID: task, dueAt: .set(Self.due))) } == .invalid)
        }
    }

    /// Shows rule 11.26.
    @Test("An extension of a task without due time sets one")
    func extendedWithoutDue() async throws {
        try await Classroom.with { room in
            let id = try await room.assignment(of: try await room.task()).id
            let made = try await room.server.act(room.teacher, .extend, on: id, extendedTo: .set("2026-03-01T20:00:00Z".date)).assignment
            #expect(made.dueAt == "2026-03-01T20:00:00Z".date && made.locksAt == nil && !made.missing)
            room.server.clock.advance(by: 60)
            #expect(try await room.server.assignment(id, seenBy: room.student).missing)
        }
    }

    /// Shows rules 11.14 and 11.27.
    @Test("A returned assignment submitted a week later, past due time and lock, is neither late nor locked")
    func resubmitted() async throws {
        try await Classroom.with { room in
            let (server, id) = try await room.due(Self.due, locksAt: Self.due)
            server.at("2026-03-02T17:00:00Z")
            try await server.act(room.student, .submit, on: id)
            try await server.act(room.teacher, .return, on: id)
            server.clock.advance(by: 7 * 86_400)
            let made = try await server.act(room.student, .submit, on: id).assignment
            #expect(made.attempt == 2 && !made.late && made.submittedAt == server.clock.now)
            let back = try await server.act(room.student, .takeBack, on: id).assignment
            #expect(back.state == .returned && back.attempt == 1 && back.submittedAt == "2026-03-02T17:00:00Z".date && !back.late)
        }
    }

    /// Shows rule 11.15.
    @Test(
        "A first attempt can be taken back until the due minute ends",
        arguments: [("18:00:59.999", nil), ("18:01:00.000", Problem.Code.pastDue)])
    func takenBack(time: String, code: Problem.Code?) async throws {
        try await Classroom.with { room in
            let (server, id) = try await room.due(Self.due)
            try await server.act(room.student, .submit, on: id)
            server.at("2026-03-02T\(time)Z")
            #expect(try await refusal { try await server.act(room.student, .takeBack, on: id) } == code)
            let seen = try await server.assignment(id, seenBy: room.student)
            #expect(seen.state == (code == nil ? .inProgress : .submitted) && (seen.submittedAt == nil) == (code == nil) && !seen.late)
        }
    }

    /// Shows rule 11.24.
    @Test("In the hour that the clocks repeat in autumn there are two distinct deadlines")
    func daylightSaving() async throws {
        try await Classroom.with { room in
            var ids: [UUID] = []
            for due in ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"] {
                ids.append(try await room.assignment(of: try await room.task(due, dueAt: due.date)).id)
            }
            room.server.at("2026-10-25T00:31:00Z")
            // Logs in again, because the sessions from March have expired by then.
            let sam = room.student
            let token = try await room.server.logIn(sam)
            let back = Person(id: sam.id, username: sam.username, email: sam.email, password: sam.password, token: token)
            let late = try await ids.asyncMap { try await room.server.act(back, .submit, on: $0).assignment.late }
            #expect(late == [true, false])
        }
    }

    /// Shows rule 11.25.
    @Test("Lateness depends on when the request arrived, not when it got its lock; a retry keeps the first arrival time")
    func receipt() async throws {
        try await Classroom.with { room in
            let (server, id) = try await room.due(Self.due)
            server.at("2026-03-02T18:00:59.900Z")
            let entryID = UUID()
            let submit = try await server.database.owner.transaction { holder in
                try await holder.query("SELECT FROM assignments WHERE id = \(id) FOR UPDATE")
                let submit = Task { try await server.act(room.student, .submit, on: id, id: entryID).assignment.late }
                try await eventually("the submit waits for the lock") { try await server.isWaiting() }
                server.at("2026-03-02T18:01:10Z")
                return submit
            }
            #expect(try await !submit.value)
            server.at("2026-03-02T18:05:00Z")
            let again = try await server.as(room.student).createEntry(NewEntry(assignmentID: id, id: entryID, action: .submit))
            #expect(!again.isNew && again.value.entry.at == "2026-03-02T18:00:59.900Z".date && !again.value.assignment.late)
        }
    }
}

extension Classroom {
    /// Creates a task with this due time, and returns the first student's assignment of it.
    fileprivate func due(_ date: Date, locksAt: Date? = nil) async throws -> (TestServer, UUID) {
        (server, try await assignment(of: try await task(dueAt: date, locksAt: locksAt)).id)
    }
}

extension TestServer {
    /// Returns whether a connection waits for a lock.
    func isWaiting() async throws -> Bool {
        try await !rows("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").isEmpty
    }
}
