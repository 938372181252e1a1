import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: tasks")
struct TaskTests {
    /// Shows rule 11.5.
    @Test("A task returns its fields; times are cut to minutes, and tags that fold to the same text are merged")
    func create() async throws {
        try await Classroom.with { room in
            let server = room.server
            let body: Body = [
                "title": "  The Saltarello ", "description": "Bars 1\nto 24", "priority": "high", "tags": ["Flute", "flute", " slow "],
                "maxPoints": 12.5, "opensAt": "2026-03-01T18:00:00Z", "dueAt": "2026-03-02T18:00:31.5Z",
                "locksAt": "2026-03-02T19:00:59+01:00",
                "studentIDs": [.id(room.student.id)],
            ]
            let answer = try await server.call(.post, "/v1/tasks", token: room.teacher.token, json: body)
            let task: ClassTask = try answer.expecting(201)
            #expect(task.title == "The Saltarello" && task.description == "Bars 1\nto 24" && task.priority == .high)
            #expect(
                task.tags == ["Flute", "slow"] && task.maxPoints == Hundredths(count: 1250) && answer.text.contains(#""maxPoints":12.5"#))
            #expect(answer.text.contains(#""dueAt":"2026-03-02T18:00:00.000Z","locksAt":"2026-03-02T18:00:00.000Z""#))
            #expect(task.teachers.map(\.user.id) == [room.teacher.id] && task.teachers[0].isHost && task.counts.todo == 1)
            #expect(!task.closed && !task.archived && task.completedAt == nil && task.editedAt == nil)
            #expect(try await server.as(room.teacher).showTask(taskID: task.id) == task)
        }
    }

    /// Shows rule 11.5.
    @Test(
        "A task opens before it is due and locks no earlier than that; points have two decimals",
        arguments: [
            (["title": ""], "title"), (["dueAt": "2026-03-01T18:00:00Z", "opensAt": "2026-03-01T18:00:59Z"], "dueAt"),
            (["dueAt": "2026-03-01T18:00:00Z", "locksAt": "2026-03-01T17:59:59Z"], "locksAt"),
            (["opensAt": "2026-03-01T18:00:00Z", "locksAt": "2026-03-01T18:00:00Z"], "locksAt"),
            (["dueAt": "4000-01-01T00:00:00Z"], "dueAt"),
            (["maxPoints": 0], "maxPoints"), (["maxPoints": 0.001], "maxPoints"), (["maxPoints": 10_000.01], "maxPoints"),
            (["maxPoints": "ten"], "maxPoints"), (["priority": "urgent"], "priority"), (["tags": [""]], "tags"),
            (["tags": "flute"], "tags"),
            (["tags": .list((0...10).map { .string("tag \($0)") })], "tags"), (["studentIDs": ["me"]], "studentIDs"),
        ] as [(Body, String)])
    func faults(body: Body, field: String) async throws {
        try await Classroom.with(students: 0) { room in
            let answer = try await room.server.call(
                .post, "/v1/tasks", token: room.teacher.token, json: ["title": "x"].merging(body) { $1 })
            #expect(answer.status == 422 && answer.faultyFields == [field], "\(answer)")
        }
    }

    /// Shows rule 11.23.
    @Test("The same request many times at once makes one task")
    func chosenIDAtOnce() async throws {
        try await Classroom.with { room in
            let tina = room.server.as(room.teacher)
            for count in 1...5 {
                let task = NewTask(id: UUID(), title: "at once", studentIDs: [room.student.id])
                let codes = try await atOnce((0..<8).map { _ in { _ = try await tina.createTask(task) } })
                #expect(codes.allSatisfy { $0 == nil }, "\(codes)")
                #expect(try await room.server.database.count("tasks") == count)
            }
        }
    }

    /// Shows rule 11.23.
    @Test("A retry with the same id makes one task; another request or a deleted task's id is refused as taken")
    func chosenID() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = NewTask(id: UUID(), title: "x", studentIDs: [room.student.id])
            let first = try await tina.createTask(task)
            let second = try await tina.createTask(task)
            #expect(first.isNew && !second.isNew && first.value == second.value)
            #expect(try await refusal { try await tina.createTask(NewTask(id: task.id, title: "y")) } == .idTaken)
            let other = try await server.teacher("other")
            #expect(try await refusal { try await server.as(other).createTask(NewTask(id: task.id, title: "x")) } == .idTaken)
            _ = try await tina.deleteTask(taskID: first.value.id)
            #expect(try await refusal { try await tina.createTask(task) } == .idTaken)
            #expect(try await server.database.count("assignments") == 0)
        }
    }

    /// Shows rule 11.6.
    @Test("All or none of the named students are assigned: the host's current students without a block with any teacher")
    func assigning() async throws {
        try await Classroom.with(students: 3) { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let draft = try await room.task(for: [])
            #expect(draft.counts.todo == 0 && draft.completedAt == nil)
            let one = try await tina.assignTask(taskID: draft.id, studentIDs: [room.student.id])
            #expect(one.counts.todo == 1)
            let toni = try await server.teacher("toni")
            _ = try await tina.addTeacher(taskID: draft.id, userID: toni.id)
            let stranger = try await server.student("stranger")
            try await server.block(room.students[1], toni)
            try await server.rows("UPDATE users SET role = 'member' WHERE id = \(room.students[2].id)")
            for id in [stranger.id, room.students[1].id, room.students[2].id, UUID(), room.teacher.id] {
                let ids = [room.student.id, id]
                #expect(try await refusal { try await tina.assignTask(taskID: draft.id, studentIDs: ids) } == .unknownUser)
                #expect(
                    try await refusal { try await tina.createTask(NewTask(title: "x", studentIDs: [id])) }
                        == (id == room.students[1].id ? nil : .unknownUser))
            }
            #expect(
                try await tina.assignTask(taskID: draft.id, studentIDs: [room.student.id]).counts.todo == 1, "named again changes nothing")
        }
    }

    /// Shows rule 11.6.
    @Test("A task is assigned to at most 100 students")
    func assignmentLimit() async throws {
        try await Classroom.with(students: 2) { room in
            let task = try await room.task(for: [])
            try await room.server.inside {
                """
                WITH made AS (
                    INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
                    SELECT tenant_id, gen_random_uuid(), 'a' || n, 'a' || n, 'a' || n, 'a' || n, '', 'student', '#000000'
                    FROM users, generate_series(1, 99) AS n WHERE id = \(room.teacher.id) RETURNING tenant_id, id)
                INSERT INTO assignments (tenant_id, id, task_id, student_id) SELECT tenant_id, gen_random_uuid(), \(task.id), id FROM made
                """
            }
            let tina = room.server.as(room.teacher)
            #expect(try await refusal { try await tina.assignTask(taskID: task.id, studentIDs: room.students.map(\.id)) } == .limitReached)
            #expect(try await tina.assignTask(taskID: task.id, studentIDs: [room.student.id]).counts.todo == 100)
        }
    }

    /// Shows rules 11.9 and 11.10.
    @Test("Only the host changes a task; an omitted field stays, null clears it, and editedAt is set")
    func change() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let toni = try await server.teacher("toni")
            let task = try await room.task(maxPoints: 10, dueAt: "2026-03-02T18:00:00Z".date)
            _ = try await tina.addTeacher(taskID: task.id, userID: toni.id)
            #expect(try await refusal { try await server.as(toni).changeTask(TaskChange(taskID: task.id, title: "y")) } == .forbidden)
            server.clock.advance(by: 60)
            let closed = try await tina.changeTask(TaskChange(taskID: task.id, closed: true))
            #expect(closed.closed && closed.editedAt == nil && closed.completedAt == server.clock.now)
            let body: Body = ["title": "y", "dueAt": nil, "maxPoints": nil, "tags": ["a"], "priority": "low", "closed": false]
            let changed: ClassTask = try await server.call(.patch, "/v1/tasks/\(task.id)", token: room.teacher.token, json: body).expecting(
                200)
            #expect(changed.title == "y" && changed.dueAt == nil && changed.maxPoints == nil && changed.tags == ["a"])
            #expect(changed.priority == .low && !changed.closed && changed.completedAt == nil && changed.editedAt == server.clock.now)
            let cleared: ClassTask = try await server.call(
                .patch, "/v1/tasks/\(task.id)", token: room.teacher.token, json: ["tags": nil, "priority": nil] as Body
            ).expecting(200)
            #expect(cleared.tags == [] && cleared.priority == .none && cleared.title == "y")
            let faulty: Body = ["opensAt": "2026-03-02T18:00:00Z", "dueAt": "2026-03-02T18:00:00Z"]
            let answer = try await server.call(.patch, "/v1/tasks/\(task.id)", token: room.teacher.token, json: faulty)
            #expect(Set(answer.faultyFields) == ["dueAt", "opensAt"])
        }
    }

    /// Shows rule 11.10.
    @Test("Points can't change once there is an evaluation or a draft with points")
    func evaluated() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = try await room.task(maxPoints: 10)
            let id = try await room.assignment(of: task).id
            _ = try await tina.changeTask(TaskChange(taskID: task.id, maxPoints: .set(20)))
            _ = try await tina.setDraft(NewDraft(assignmentID: id, version: 0, points: 15))
            for change in [Patch<Hundredths>.set(10), .clear] {
                #expect(try await refusal { try await tina.changeTask(TaskChange(taskID: task.id, maxPoints: change)) } == .taskEvaluated)
            }
            _ = try await tina.changeTask(TaskChange(taskID: task.id, title: "y", maxPoints: .set(20)))
            _ = try await tina.setDraft(NewDraft(assignmentID: id, version: 1))
            _ = try await tina.changeTask(TaskChange(taskID: task.id, maxPoints: .set(10)))
            try await server.act(room.teacher, .complete, on: id, points: 10)
            #expect(try await refusal { try await tina.changeTask(TaskChange(taskID: task.id, maxPoints: .set(20))) } == .taskEvaluated)
        }
    }

    /// Shows rules 11.8 and 11.24.
    @Test("A task doesn't exist for its students before it opens, and its opening time can't change afterwards")
    func opening() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = try await room.task(opensAt: "2026-03-02T08:00:00Z".date)
            let id = try await room.assignment(of: task).id
            server.at("2026-03-02T07:59:59.999Z")
            #expect(try await refusal { try await server.assignment(id, seenBy: room.student) } == .notFound)
            #expect(try await refusal { try await server.act(room.student, .message, on: id) } == .notFound)
            #expect(try await server.as(room.student).listAssignments(AssignmentQuery()).items.isEmpty)
            try await server.act(room.teacher, .message, on: id)
            _ = try await tina.changeTask(TaskChange(taskID: task.id, opensAt: .set("2026-03-02T09:00:00Z".date)))
            _ = try await tina.changeTask(TaskChange(taskID: task.id, opensAt: .set("2026-03-02T08:00:00Z".date)))
            server.at("2026-03-02T08:00:00Z")
            #expect(try await server.assignment(id, seenBy: room.student).unreadCount == 1)
            #expect(try await server.as(room.student).listAssignments(AssignmentQuery()).items.map(\.id) == [id])
            for change in [Patch<Date>.clear, .set("2026-03-02T09:00:00Z".date)] {
                #expect(try await refusal { try await tina.changeTask(TaskChange(taskID: task.id, opensAt: change)) } == .invalid)
            }
            _ = try await tina.changeTask(TaskChange(taskID: task.id, title: "y", opensAt: .set("2026-03-02T08:00:00Z".date)))
        }
    }

    /// Shows rule 11.9.
    @Test("No teacher can delete a student's work: neither the task nor the assignment")
    func workExists() async throws {
        try await Classroom.with(students: 3) { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = try await room.task()
            let (one, two) = (try await room.assignment(of: task), try await room.assignment(of: task, for: room.students[1]))
            let said = try await server.act(room.student, .message, on: one.id).entry
            #expect(try await refusal { try await tina.deleteTask(taskID: task.id) } == .workExists)
            #expect(try await refusal { try await tina.withdrawAssignment(taskID: task.id, userID: room.student.id) } == .workExists)
            _ = try await server.as(room.student).deleteEntry(assignmentID: one.id, entryID: said.id)
            _ = try await tina.withdrawAssignment(taskID: task.id, userID: room.student.id)
            #expect(try await refusal { try await server.assignment(one.id, seenBy: room.student) } == .notFound)
            #expect(try await refusal { try await tina.withdrawAssignment(taskID: task.id, userID: room.student.id) } == .notFound)
            try await server.act(room.teacher, .complete, on: two.id, word: "good")
            #expect(try await refusal { try await tina.deleteTask(taskID: task.id) } == .workExists)
            let other = try await room.task("other")
            try await server.act(room.teacher, .message, on: try await room.assignment(of: other).id)
            _ = try await tina.deleteTask(taskID: other.id)
            #expect(try await refusal { try await tina.showTask(taskID: other.id) } == .notFound)
            let events = try await server.rows("SELECT event FROM audit_entries WHERE subject_id = \(other.id)")
            #expect(try events.map { try $0["event"] } == ["task.deleted"])
        }
    }

    /// Shows rules 11.11 and 11.31.
    @Test("A teacher lists active tasks by due time and archived ones by completion, and finds them by tag, title or part of a tag")
    func list() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            var ids: [String: UUID] = [:]
            for (title, due, tags, priority) in [
                ("later", "2026-03-09T18:00:00Z", ["Straße"], Priority.low), ("sooner", "2026-03-03T18:00:00Z", ["flute"], .high),
                ("never", nil, [], .none), ("done", "2026-03-01T18:00:00Z", ["FLUTE"], .none), ("closed", nil, [], .none),
            ] as [(String, String?, [String], Priority)] {
                let task = NewTask(
                    title: title, priority: priority, tags: tags, dueAt: due.map(\.date),
                    studentIDs: title == "never" ? [] : [room.student.id])
                ids[title] = try await tina.createTask(task).value.id
            }
            let all = try await tina.all(Endpoints.listTasks, TaskQuery(limit: 2)).array().map(\.title)
            #expect(all.prefix(3) == ["done", "sooner", "later"] && Set(all.suffix(2)) == ["never", "closed"])
            #expect(try await tina.listTasks(TaskQuery(tag: "STRASSE")).items.map(\.title) == ["later"])
            #expect(try await tina.listTasks(TaskQuery(query: "lut")).items.map(\.title) == ["done", "sooner"])
            #expect(try await tina.listTasks(TaskQuery(priority: .high)).items.map(\.title) == ["sooner"])
            for title in ["done", "closed"] {
                server.clock.advance(by: 60)
                let task = try await tina.showTask(taskID: ids[title] ?? UUID())
                if title == "done" {
                    try await server.act(room.teacher, .excuse, on: try await room.assignment(of: task).id)
                } else {
                    _ = try await tina.changeTask(TaskChange(taskID: task.id, closed: true))
                }
            }
            server.clock.advance(by: 7 * 86_400 - 60 - 0.001)
            #expect(try await tina.listTasks(TaskQuery(archived: true)).items.isEmpty)
            server.clock.advance(by: 60.001)
            let archived = try await tina.all(Endpoints.listTasks, TaskQuery(archived: true, limit: 1)).array()
            #expect(archived.map(\.title) == ["closed", "done"] && archived.allSatisfy { $0.archived && $0.description == nil })
            #expect(try await tina.listTasks(TaskQuery()).items.map(\.title) == ["sooner", "later", "never"])
        }
    }
}
