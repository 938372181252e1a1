import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11.52 to 11.55: tasks that people make for themselves")
struct OwnTaskTests {
    /// Returns when the pending reminders are due.
    private func reminders(_ server: TestServer) async throws -> [Date] {
        let rows = try await server.rows("SELECT due_at FROM notifications WHERE kind = 'task.due' AND state = 'pending'")
        return try rows.map { try $0["due_at"] }
    }

    /// Shows rules 11.52 and 11.53.
    @Test("An own task stands among the assignments, is changed, done and deleted, and its teacher, its class and admins see nothing of it")
    func alone() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, sam) = (room.server, room.server.as(room.student))
            let owner = try await server.teacher("olive", role: .owner)
            let due = server.clock.now + 3 * 86_400
            let made = try await sam.createOwnTask(
                NewOwnTask(title: "Practise", description: "a canary", priority: .high, tags: ["flute"], dueAt: due)
            ).value
            #expect(made.own && made.state == .todo && made.attention == .work && !made.closed && made.task.teachers.isEmpty)
            #expect(made.dueAt == due && made.task.description == "a canary")
            #expect(try await sam.listAssignments(AssignmentQuery(tag: "FLUTE")).items.map(\.id) == [made.id])
            let id = made.id.uuidString.lowercased()
            for person in [room.teacher, owner, room.students[1]] {
                for path in ["/v1/assignments/\(id)", "/v1/own-tasks/\(id)"] {
                    let method: DavenportAPI.Method = path.contains("own") ? .delete : .get
                    #expect(try await server.call(method, path, token: person.token).status == 404, "\(path)")
                }
                let change = try await server.call(.patch, "/v1/own-tasks/\(id)", token: person.token, json: ["title": "mine"] as Body)
                #expect(change.status == 404)
            }
            #expect(try await server.call(.get, "/v1/tasks/\(id)", token: room.teacher.token).status == 404)
            #expect(try await server.call(.delete, "/v1/tasks/\(id)", token: room.teacher.token).status == 404)
            for path in ["/v1/tasks", "/v1/board", "/v1/students/\(room.student.id)/assignments", "/v1/changes"] {
                let text = try await server.call(.get, path, token: room.teacher.token).text
                #expect(!text.contains("Practise") && !text.lowercased().contains(id), "\(path)")
            }
            let changed = try await sam.changeOwnTask(
                OwnTaskChange(ownTaskID: made.id, title: "Practise more", description: .clear, dueAt: .clear, state: .inProgress))
            #expect(changed.task.title == "Practise more" && changed.task.description == nil && changed.dueAt == nil)
            #expect(changed.state == .inProgress && changed.task.priority == .high)
            server.clock.advance(by: 60)
            let done = try await sam.changeOwnTask(OwnTaskChange(ownTaskID: made.id, state: .done))
            #expect(done.completedAt == server.clock.now && done.attention == .none)
            let again = try await sam.changeOwnTask(OwnTaskChange(ownTaskID: made.id, state: .todo))
            #expect(again.completedAt == nil && again.state == .todo)
            #expect(try await server.database.wrongDerivedColumns() == [])
            _ = try await sam.deleteOwnTask(ownTaskID: made.id)
            #expect(try await refusal { try await sam.deleteOwnTask(ownTaskID: made.id) } == .notFound)
            #expect(try await sam.listAssignments(AssignmentQuery()).items.isEmpty)
        }
    }

    /// Shows rule 11.53.
    @Test("Nobody performs an action on it, its states are three, and a teacher's task isn't changed this way")
    func actions() async throws {
        try await Classroom.with { room in
            let (server, sam) = (room.server, room.server.as(room.student))
            let own = try await sam.createOwnTask(NewOwnTask(title: "Practise")).value
            for action in [EntryAction.message, .start, .submit, .takeBack] {
                let code = try await refusal { try await server.act(room.student, action, on: own.id, text: "x") }
                #expect(code == .forbidden, "\(action)")
            }
            for state: JSONValue in ["submitted", "returned", "excused", "Done", "", 1] {
                let answer = try await server.call(
                    .patch, "/v1/own-tasks/\(own.id)", token: room.student.token, json: ["state": state] as Body)
                #expect(answer.faultyFields == ["state"], "\(state): \(answer)")
            }
            let task = try await room.task()
            let assigned = try await room.assignment(of: task)
            for id in [task.id, assigned.id, UUID()] {
                #expect(try await refusal { try await sam.changeOwnTask(OwnTaskChange(ownTaskID: id, state: .done)) } == .notFound)
                #expect(try await refusal { try await sam.deleteOwnTask(ownTaskID: id) } == .notFound)
            }
            #expect(try await !server.assignment(assigned.id, seenBy: room.student).own)
        }
    }

    /// Shows rule 11.54.
    @Test("A reminder comes 24 hours before the due time, moves with it, and goes with the task or when it is done")
    func reminder() async throws {
        try await Classroom.with { room in
            let (server, sam) = (room.server, room.server.as(room.student))
            let now = server.clock.now
            let due = Date(timeIntervalSince1970: ((now.timeIntervalSince1970 + 3 * 86_400) / 60).rounded(.down) * 60)
            let own = try await sam.createOwnTask(NewOwnTask(title: "Practise", dueAt: due)).value
            #expect(try await reminders(server) == [due - 86_400])
            _ = try await sam.changeOwnTask(OwnTaskChange(ownTaskID: own.id, dueAt: .set(due + 86_400)))
            #expect(try await reminders(server) == [due])
            let kinds = try await server.rows("SELECT DISTINCT kind FROM notifications WHERE kind LIKE 'task.%'")
            #expect(try kinds.map { try $0["kind"] as String } == ["task.due"], "nobody is told of a task that they made")
            _ = try await sam.deleteOwnTask(ownTaskID: own.id)
            #expect(try await reminders(server) == [])
        }
    }

    /// Shows rule 11.52.
    @Test(
        "The same request again creates nothing twice, another one with the id is refused, and there are at most 200, however many at once")
    func limit() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, sam) = (room.server, room.server.as(room.student))
            let new = NewOwnTask(id: UUID(), title: "Practise")
            #expect(try await sam.createOwnTask(new).isNew)
            #expect(try await !sam.createOwnTask(new).isNew)
            #expect(try await refusal { try await sam.createOwnTask(NewOwnTask(id: new.id, title: "Other")) } == .idTaken)
            #expect(try await refusal { try await server.as(room.students[1]).createOwnTask(new) } == .idTaken)
            for number in 2...198 { _ = try await sam.createOwnTask(NewOwnTask(title: "\(number)")) }
            let codes = try await atOnce(
                (0..<10).map { number in { _ = try await sam.createOwnTask(NewOwnTask(title: "at once \(number)")) } })
            #expect(codes.count { $0 == nil } == 2 && codes.allSatisfy { $0 == nil || $0 == .limitReached })
            #expect(try await refusal { try await sam.createOwnTask(NewOwnTask(title: "too many")) } == .limitReached)
            _ = try await server.as(room.students[1]).createOwnTask(NewOwnTask(title: "another's"))
        }
    }

    /// Shows rules 11.55 and 13.11.
    @Test("It is synced, exported, and gone with its account; a deleted one is reported as removed")
    func feed() async throws {
        try await Classroom.with { room in
            let (server, sam) = (room.server, room.server.as(room.student))
            let own = try await sam.createOwnTask(NewOwnTask(title: "a canary's task", description: "a canary")).value
            var follower = Follower(server.as(room.student))
            _ = try await follower.follow(limit: 500)
            #expect(follower.assignments[own.id]?.own == true)
            _ = try await sam.changeOwnTask(OwnTaskChange(ownTaskID: own.id, title: "a canary's other task", state: .done))
            _ = try await follower.follow(limit: 500)
            #expect(follower.assignments[own.id]?.state == .done && follower.assignments[own.id]?.task.title == "a canary's other task")
            let export = try await server.call(.get, "/v1/me/export", token: room.student.token).text
            #expect(export.contains("a canary's other task"))
            let second = try await sam.createOwnTask(NewOwnTask(title: "second")).value
            _ = try await follower.follow(limit: 500)
            _ = try await sam.deleteOwnTask(ownTaskID: second.id)
            _ = try await follower.follow(limit: 500)
            #expect(follower.assignments[second.id] == nil)
            #expect(try await server.delete(room.student).status == 204)
            #expect(try await server.database.count("tasks") == 0)
            #expect(try await server.database.count("assignments") == 0)
        }
    }
}
