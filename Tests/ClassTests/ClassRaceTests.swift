import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: concurrent requests")
struct ClassRaceTests {
    private static let rounds = 20

    /// Shows rules 11.23 and 11.41.
    @Test("50 submissions with 50 ids make one attempt; 50 with the same id make one and all return it")
    func submits() async throws {
        try await Classroom.with { room in
            for round in 0..<Self.rounds {
                let id = try await room.assignment(of: try await room.task()).id
                let same: UUID? = round % 2 == 0 ? nil : UUID()
                let codes = try await atOnce(
                    (0..<50).map { _ in { _ = try await room.server.act(room.student, .submit, on: id, id: same ?? UUID()) } })
                #expect(codes.count { $0 == nil } == (same == nil ? 1 : 50), "round \(round): \(codes)")
                #expect(codes.allSatisfy { $0 == nil || $0 == .wrongState })
                let seen = try await room.server.assignment(id, seenBy: room.teacher)
                #expect(seen.attempt == 1 && seen.unreadCount == 1)
                #expect(try await room.server.pending(.taskSubmitted) == ["task.submitted sam0>tina 1-1"], "round \(round)")
                try await room.server.forgetNotices()
            }
            #expect(try await room.server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.18.
    @Test("Of two teachers who act on one version, one completes, evaluates or drafts; the other gets assignment_changed")
    func teachers() async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            for round in 0..<Self.rounds {
                let task = try await room.task(maxPoints: 10)
                _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
                let id = try await room.assignment(of: task).id
                let act = { (action: EntryAction, version: Int) in
                    try await atOnce(
                        [(room.teacher, Hundredths(count: 700)), (toni, 9)].map { person, points in
                            { _ = try await server.act(person, action, on: id, version: version, points: points) }
                        })
                }
                for (version, action) in [EntryAction.complete, .evaluate].enumerated() {
                    let codes = try await act(action, version)
                    let winner = codes.firstIndex(of: nil)
                    // The second request to complete finds the assignment completed.
                    let others: [Problem.Code?] = action == .complete ? [.wrongState] : [.assignmentChanged]
                    #expect(codes.filter { $0 != nil } == others, "round \(round): \(codes)")
                    let points = try await server.assignment(id, seenBy: room.student).evaluation?.points
                    #expect(points == (winner == 0 ? 7 : 9), "round \(round)")
                }
                let drafts = try await atOnce(
                    [room.teacher, toni].map { person in
                        { _ = try await server.as(person).setDraft(NewDraft(assignmentID: id, version: 2, points: 1)) }
                    })
                #expect(drafts.count { $0 == nil } == 1 && drafts.contains(.assignmentChanged), "round \(round)")
            }
        }
    }

    /// Shows rule 11.15.
    @Test("Of taking back and a teacher's reading only one succeeds: no attempt is both opened and taken back")
    func opening() async throws {
        try await Classroom.with { room in
            let server = room.server
            for round in 0..<Self.rounds {
                let id = try await room.assignment(of: try await room.task()).id
                let submit = try await server.act(room.student, .submit, on: id).entry
                let codes = try await atOnce([
                    { _ = try await server.act(room.student, .takeBack, on: id) },
                    { _ = try await server.as(room.teacher).markEntriesRead(assignmentID: id, entryID: submit.id) },
                ])
                let seen = try await server.assignment(id, seenBy: room.student)
                #expect(codes[1] == nil && (seen.openedAt != nil) == (codes[0] == .opened), "round \(round): \(codes)")
                #expect((seen.state == .submitted) == (codes[0] == .opened))
            }
        }
    }

    /// Shows rule 11.28.
    @Test("A submission that races with a moved due time is never late by a time that wasn't in force")
    func dueTimes() async throws {
        try await Classroom.with { room in
            let server = room.server
            for round in 0..<Self.rounds {
                let now = server.clock.now
                let task = try await room.task(dueAt: now.addingTimeInterval(3600))
                let id = try await room.assignment(of: task).id
                let codes = try await atOnce([
                    { _ = try await server.act(room.student, .submit, on: id) },
                    {
                        _ = try await server.as(room.teacher).changeTask(
                            TaskChange(taskID: task.id, dueAt: .set(now.addingTimeInterval(-3600))))
                    },
                ])
                let seen = try await server.assignment(id, seenBy: room.student)
                #expect(codes[0] == nil && seen.late == (codes[1] == nil), "round \(round): \(codes)")
            }
        }
    }

    /// Shows rule 11.9.
    @Test("Racing with a student's removal or a closed or deleted task, no acknowledged action of a student is lost")
    func endings() async throws {
        try await Classroom.with { room in
            let server = room.server
            for round in 0..<Self.rounds {
                let task = try await room.task()
                let id = try await room.assignment(of: task).id
                let tina = server.as(room.teacher)
                let ends: [@Sendable () async throws -> Void] = [
                    { _ = try await tina.deleteTask(taskID: task.id) },
                    { _ = try await tina.changeTask(TaskChange(taskID: task.id, closed: true)) },
                    { _ = try await tina.removeStudent(userID: room.student.id) },
                    { _ = try await tina.withdrawAssignment(taskID: task.id, userID: room.student.id) },
                ]
                let action: EntryAction = round % 2 == 0 ? .message : .submit
                let codes = try await atOnce([ends[round % 4], { _ = try await server.act(room.student, action, on: id) }])
                let isGone = round % 4 != 1 && round % 4 != 2 && codes[0] == nil
                #expect((codes[1] == nil) == !isGone || codes[1] == .closed, "round \(round): \(codes)")
                if codes[1] == nil {
                    let history = try await server.as(room.student).listEntries(EntryQuery(assignmentID: id)).items
                    #expect(history.map(\.action) == [action], "round \(round)")
                }
                _ = try await tina.addStudent(userID: room.student.id)
            }
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.11.
    @Test("30 students submit one task at once and all attempts count; the last two completions complete the task")
    func everybody() async throws {
        try await Classroom.with(students: 30) { room in
            let server = room.server
            let task = try await room.task()
            let assignments = try await server.as(room.teacher).listTaskAssignments(taskID: task.id).items
            var submits: [@Sendable () async throws -> Void] = []
            var completions: [@Sendable () async throws -> Void] = []
            for assignment in assignments {
                guard let student = room.students.first(where: { $0.id == assignment.student.id }) else { continue }
                submits.append { _ = try await server.act(student, .submit, on: assignment.id) }
                completions.append { _ = try await server.act(room.teacher, .complete, on: assignment.id, version: 1) }
            }
            let codes = try await atOnce(submits)
            #expect(codes.count == 30 && codes.allSatisfy { $0 == nil })
            let done = try await atOnce(completions)
            #expect(done.allSatisfy { $0 == nil })
            let seen = try await server.as(room.teacher).showTask(taskID: task.id)
            #expect(seen.counts.done == 30 && seen.completedAt == server.clock.now)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }
}
