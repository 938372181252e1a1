import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules.md 11: the board")
struct BoardTests {
    @Test("It has a teacher's active tasks by due time, who has them, and a cell for each assignment; drafts have no place on it")
    func cells() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, now) = (room.server, room.server.clock.now)
            let undue = try await room.task("undue", for: [room.students[1]])
            let due = try await room.task("due", maxPoints: 10, dueAt: now + 60)
            _ = try await room.task("draft", for: [])
            let toni = try await server.teacher("toni")
            _ = try await server.as(toni).createTask(NewTask(title: "another's"))
            let (one, two) = (try await room.assignment(of: due).id, try await room.assignment(of: due, for: room.students[1]).id)
            let other = try await room.assignment(of: undue, for: room.students[1]).id
            server.clock.advance(by: 120)
            try await server.act(room.student, .submit, on: one)
            try await server.act(room.student, .message, on: one)
            try await server.act(room.teacher, .return, on: one, points: Hundredths(count: 725))
            try await server.act(room.teacher, .complete, on: other, word: "good")
            let board = try await server.as(room.teacher).showBoard(PageQuery())
            #expect(board.tasks.map(\.title) == ["due", "undue"] && board.next == nil)
            #expect(board.tasks[0].counts.late == 1 && board.tasks[0].counts.missing == 1 && board.tasks[0].description == nil)
            #expect(board.students.map(\.username) == ["sam0", "sam1"] && board.students.allSatisfy { $0.createdAt != nil })
            let cell = { (id: UUID, task: ClassTask, student: Person, state: AssignmentState) in
                (id, task.id, student.id, state)
            }
            let seen = board.cells.map { ($0.assignmentID, $0.taskID, $0.userID, $0.state) }
            let expected = [
                cell(one, due, room.student, .returned), cell(two, due, room.students[1], .todo),
                cell(other, undue, room.students[1], .done),
            ]
            #expect(seen.count == 3 && zip(seen, expected).allSatisfy { $0 == $1 })
            #expect(board.cells.map(\.late) == [true, false, false] && board.cells.map(\.missing) == [false, true, false])
            #expect(board.cells.map(\.unreadCount) == [2, 0, 0] && board.cells.map(\.closed) == [false, false, false])
            #expect(board.cells.map(\.points) == [Hundredths(count: 725), nil, nil] && board.cells.map(\.word) == [nil, nil, "good"])
        }
    }

    @Test("It says of each assignment what the assignment itself says, and comes in pages of tasks that neither skip nor repeat")
    func pages() async throws {
        try await Classroom.with(students: 3) { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            for number in 0..<5 {
                _ = try await room.task("task \(number)", dueAt: number % 2 == 0 ? nil : server.clock.now + Double(number) * 3600)
            }
            for (index, cell) in try await tina.showBoard(PageQuery()).cells.enumerated() where index % 2 == 0 {
                let student = try #require(room.students.first { $0.id == cell.userID })
                try await server.act(student, index % 4 == 0 ? .submit : .message, on: cell.assignmentID)
            }
            let whole = try await tina.showBoard(PageQuery())
            var (boards, query): ([Board], PageQuery) = ([], PageQuery(limit: 2))
            repeat {
                boards.append(try await tina.showBoard(query))
                query.after = boards.last?.next
            } while query.after != nil
            #expect(boards.map(\.tasks.count) == [2, 2, 1])
            #expect(boards.flatMap(\.tasks) == whole.tasks && boards.flatMap(\.cells) == whole.cells && whole.cells.count == 15)
            #expect(whole.tasks.map(\.title).prefix(2) == ["task 1", "task 3"], "due ones come first")
            for cell in whole.cells {
                let seen = try await tina.showAssignment(assignmentID: cell.assignmentID)
                #expect(seen.task.id == cell.taskID && seen.student.id == cell.userID && seen.state == cell.state)
                #expect(seen.unreadCount == cell.unreadCount && seen.late == cell.late && seen.missing == cell.missing)
            }
        }
    }

    @Test("What is archived is gone from it, and who doesn't teach a task any more sees nothing of it there")
    func gone() async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task()
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let board = { (person: Person) in try await server.as(person).showBoard(PageQuery()) }
            let shared = try await board(toni)
            #expect(try await shared.cells == board(room.teacher).cells)
            #expect(shared.cells.count == 1 && shared.tasks.map(\.id) == [task.id])
            _ = try await server.as(toni).removeTeacher(taskID: task.id, userID: toni.id)
            #expect(try await board(toni) == Board(tasks: [], students: [], cells: [], next: nil))
            #expect(try await refusal { try await board(room.student) } == .forbidden)
            _ = try await server.as(room.teacher).changeTask(TaskChange(taskID: task.id, closed: true))
            server.clock.advance(by: 7 * 86_400 - 0.001)
            #expect(try await board(room.teacher).cells.map(\.closed) == [true])
            server.clock.advance(by: 0.001)
            #expect(try await board(room.teacher).cells.isEmpty)
        }
    }

    @Test("30 students and 40 tasks cost 2,000 pages at most, and 4,000 archived tasks hardly more")
    func cost() async throws {
        try await Classroom.with { room in
            let crowd = BoardCrowd(server: room.server, teacher: room.teacher)
            try await crowd.addOtherTeachers(100)
            try await crowd.addStudents(30)
            try await crowd.addTasks(40, students: 30)
            let (tasks, cells) = try await crowd.cost()
            #expect(cells.rows == 1200 && tasks.rows == 40)
            #expect(cells.pages + tasks.pages <= 2000, "cells: \(cells.pages), tasks: \(tasks.pages)\n\(cells.plan)\n\(tasks.plan)")
            try await crowd.addTasks(4000, students: 3, isArchived: true)
            let (moreTasks, moreCells) = try await crowd.cost()
            #expect(moreTasks.rows == 40 && moreCells.rows == 1200)
            #expect(
                Double(moreCells.pages + moreTasks.pages) <= 1.3 * Double(cells.pages + tasks.pages),
                "cells: \(cells.pages) and \(moreCells.pages), tasks: \(tasks.pages) and \(moreTasks.pages)\n\(moreCells.plan)\n\(moreTasks.plan)"
            )
        }
    }
}

/// A teacher with as many tasks and students as a board has, who were never seen.
private struct BoardCrowd {
    let server: TestServer
    let teacher: Person

    /// Teachers with 40 tasks each that nobody has, so that the planner doesn't take all tasks to be one person's.
    func addOtherTeachers(_ count: Int) async throws {
        try await inside(
            """
            WITH people AS (
                INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color, birthday)
                SELECT \(server.tenant.id), gen_random_uuid(), 't' || i || '@example.org', 't' || i || '@example.org', 't' || i, 't' || i, '-',
                    'teacher', '#000000', '1980-01-01'
                FROM generate_series(1, \(count)::int) AS i
                RETURNING tenant_id, id
            ), made AS (
                INSERT INTO tasks (tenant_id, id, host_id, title, title_key, priority, tags, tag_keys, created_by, request_digest)
                SELECT tenant_id, gen_random_uuid(), id, 'theirs', 'theirs', 'none', '{}', '{}', id, ''
                FROM people, generate_series(1, 40)
                RETURNING tenant_id, id, host_id
            )
            INSERT INTO task_teachers (tenant_id, task_id, user_id) SELECT tenant_id, id, host_id FROM made
            """)
    }

    func addStudents(_ count: Int) async throws {
        try await inside(
            """
            INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
            SELECT \(server.tenant.id), gen_random_uuid(), 'c' || i || '@example.org', 'c' || i || '@example.org', 'c' || i, 'c' || i, '-',
                'student', '#000000'
            FROM generate_series(1, \(count)::int) AS i
            """)
    }

    /// Tasks of some students each, one after the other. Of active ones each student says something in all of them, which nobody reads;
    /// archived ones were done eight days ago.
    func addTasks(_ count: Int, students: Int, isArchived: Bool = false) async throws {
        let (tenant, past) = (server.tenant.id, isArchived ? 8 * 86_400.0 : 0)
        server.clock.advance(by: -past)
        try await inside(
            """
            WITH made AS (
                INSERT INTO tasks (tenant_id, id, host_id, title, title_key, priority, tags, tag_keys, max_points, due_at, created_by,
                    request_digest)
                SELECT \(tenant), gen_random_uuid(), \(teacher.id), 'crowd', 'crowd', 'none', '{}', '{}', 1000,
                    app_now() + i * interval '1 hour', \(teacher.id), ''
                FROM generate_series(1, \(count)::int) AS i
                RETURNING tenant_id, id, host_id
            )
            INSERT INTO task_teachers (tenant_id, task_id, user_id) SELECT tenant_id, id, host_id FROM made
            """)
        try await inside(
            """
            INSERT INTO assignments (tenant_id, id, task_id, student_id, state)
            SELECT t.tenant_id, gen_random_uuid(), t.id, u.id, \(isArchived ? AssignmentState.done : .todo) FROM tasks AS t
            JOIN users AS u ON u.tenant_id = t.tenant_id AND u.username ~ '^c[0-9]+$' AND substr(u.username, 2)::int <= \(students)
            WHERE t.title = 'crowd' AND NOT EXISTS (SELECT FROM assignments AS a WHERE a.tenant_id = t.tenant_id AND a.task_id = t.id)
            ORDER BY t.id, u.id
            """)
        for student in isArchived ? [] : Array(1...students) {
            try await inside(
                """
                INSERT INTO entries (tenant_id, id, assignment_id, number, action, author_id, text, request_digest)
                SELECT a.tenant_id, gen_random_uuid(), a.id, 1, 'message', a.student_id, 'hello', '' FROM assignments AS a
                JOIN users AS u ON u.tenant_id = a.tenant_id AND u.id = a.student_id AND u.username = \("c\(student)")
                """)
        }
        server.clock.advance(by: past)
        // So many updates at once leave rows where there was room; one by one they stay beside those that they were made with.
        try await server.rows("CLUSTER assignments USING assignments_student_unique")
        try await server.rows("CLUSTER assignment_readers USING assignment_readers_task")
        for table in ["tasks", "task_teachers", "assignments", "assignment_readers", "entries", "users"] {
            try await server.rows("ANALYZE \(unsafeRaw: table)")
        }
    }

    private func inside(_ statement: SQL) async throws {
        try await server.inside { statement }
    }

    struct Cost {
        let pages: Int
        let rows: Int
        let plan: String
    }

    /// What the statements of the board read: of its tasks, and of its cells.
    func cost() async throws -> (tasks: Cost, cells: Cost) {
        let ids = try await server.as(teacher).showBoard(PageQuery()).tasks.map(\.id)
        let caller = try await Authenticate(server.serving())(token: teacher.token)
        return try await Database(pool: server.database.app, clock: server.clock.wall).transaction(in: server.tenant.id) { transaction in
            let tasks = TaskRepository(transaction, seenBy: caller).statement(of: .onBoard(after: nil, limit: PageQuery.usual + 1))
            let cells = BoardRepository(transaction, seenBy: caller).statement(of: ids)
            return (try await cost(of: tasks, transaction), try await cost(of: cells, transaction))
        }
    }

    /// What a statement reads as the server plans it once it has sent it often.
    private func cost(of statement: SQL, _ transaction: TenantTransaction) async throws -> Cost {
        let values = statement.parameters.map { $0.map { "'\($0)'" } ?? "NULL" }.joined(separator: ", ")
        for preparation in ["SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE measured AS \(statement.text)"] {
            try await transaction.query("\(unsafeRaw: preparation)")
        }
        let rows = try await transaction.query("EXPLAIN (ANALYZE, BUFFERS) EXECUTE measured (\(unsafeRaw: values))")
        try await transaction.query("DEALLOCATE measured")
        let lines: [String] = try rows.map { try $0["QUERY PLAN"] }
        let read = lines.first { $0.contains("Buffers: shared") }?.matches(of: /(?:hit|read)=(\d+)/).compactMap { Int($0.1) } ?? []
        let found = try #require(lines.first?.firstMatch(of: /actual time=\S+ rows=(\d+)/))
        return Cost(pages: read.reduce(0, +), rows: Int(found.1) ?? 0, plan: lines.joined(separator: "\n"))
    }
}
